/// What every verb can be told.
struct CommonOptions: Hashable, Sendable {
  /// How much is printed.
  enum Verbosity: Sendable {
    case quiet, normal, verbose
  }

  var verbosity = Verbosity.normal
  var color = ColorChoice.auto
}
