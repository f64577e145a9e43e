/// A device that is made on a sound server for as long as it is used: other programs play into it,
/// or listen to it.
public struct PulseVirtualDevice: Equatable, Sendable {
  public enum Kind: Sendable {
    /// Programs play into it; its monitor is captured.
    case sink
    /// Programs listen to it as if it were a microphone; we play into the sink behind it.
    case source
  }

  public var kind: Kind
  /// What the server calls it: of the letters A–Z, a–z, digits, `_`, `.` and `-`.
  public var name: String
  /// What people see.
  public var description: String

  /// - Parameter text: what people see; the name is made of it.
  public init(_ kind: Kind, _ text: String) {
    self.kind = kind
    name = Self.name(of: text)
    // Servers disagree on how these are quoted.
    description = String(text.filter { !"'\"\\".contains($0) && !$0.isNewline })
  }

  /// The sink that is made: the device itself, or what stands behind a source.
  var sinkName: String { kind == .sink ? name : name + ".feed" }
  var sinkDescription: String { kind == .sink ? description : description + " (feed)" }
  /// Where the sink is heard.
  var monitorName: String { sinkName + ".monitor" }

  /// What a server takes as a name: other characters become `_`.
  static func name(of text: String) -> String {
    let allowed = text.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "A"..."Z", "a"..."z", "0"..."9", "_", ".", "-": Character(scalar)
      default: "_"
      }
    }
    return allowed.isEmpty ? "stackdeck" : String(allowed)
  }
}
