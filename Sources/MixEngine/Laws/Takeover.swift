/// What a control does that does not stand where its parameter is.
public enum Takeover: String, CaseIterable, Sendable {
  /// Nothing, until it comes to the parameter's value or passes over it.
  case pickup
  /// Moves it by a part of the way that is left to its end.
  case scale
  /// Takes it along at once.
  case jump
}
