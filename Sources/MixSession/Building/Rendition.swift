/// How a bus is mixed: once for all who listen to it, or once more for those who must hear it
/// otherwise.
enum Rendition: String {
  /// With all that is sent to it, as soon as it is there.
  case all
  /// For main's output: without live inputs that are not monitored.
  case heard
  /// For takes: held back so that live inputs lie where a person heard them.
  case taken

  /// What stands behind the addresses of its nodes.
  var suffix: String { self == .all ? "" : "@\(rawValue)" }
}
