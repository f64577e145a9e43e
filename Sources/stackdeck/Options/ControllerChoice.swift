/// Which map of a controller `play` and `run` use beside those of the session.
enum ControllerChoice: Hashable, Sendable {
  /// What the session says; where it says nothing, `play` takes a shipped map of what is plugged in.
  case automatic
  case none
  /// A map's name, or its path.
  case map(TypedWord)
}
