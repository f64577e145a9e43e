/// What is wrong with the value of an option.
enum ArgumentFault: Error, Hashable, Sendable {
  /// Not a number, or outside of the range.
  case outOfRange(ClosedRange<Double>, unit: String, value: PathArgument)
  /// Not a whole number from 0 on, or too large a one.
  case notWhole(PathArgument)
  case notAChoice([String], value: PathArgument)
  /// `words` are what could stand in the path's place.
  case unwritableEnding(PathArgument, words: [String])
  /// `pulse:` with nothing behind it.
  case sinkWithoutName
  case notASetting(String)
  case notText(PathArgument)
}
