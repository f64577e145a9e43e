/// What is wrong with the value of an option.
enum ArgumentFault: Error, Hashable, Sendable {
  /// Not a number, or outside of the range.
  case outOfRange(ClosedRange<Double>, unit: String, value: TypedWord)
  /// Not a whole number from 0 on, or too large a one.
  case notWhole(TypedWord)
  case notAChoice([String], value: TypedWord)
  /// `words` are what could stand in the path's place.
  case unwritableEnding(TypedWord, words: [String])
  /// `pulse:` with nothing behind it.
  case sinkWithoutName
  case notASetting(String)
  case notText(TypedWord)
}
