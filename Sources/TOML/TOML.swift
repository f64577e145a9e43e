/// Reads TOML texts.
public enum TOML {
  /// How many tables and arrays may stand inside each other, the root not counted.
  ///
  /// The limit keeps the stack small: with optimisation, which this package always uses for this
  /// target, 256 KiB suffice for any text.
  public static let depthLimit = 128

  /// How many errors are reported at most: such a text is not TOML at all.
  public static let errorLimit = 1000

  /// Reads a text.
  ///
  /// After a mistake reading goes on where that makes sense, in the same array or table or at the next
  /// line, so that one call finds all mistakes; what would only follow from an earlier one is not
  /// reported.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8, less than 4 GiB. Anything else may stand in it and is an error.
  ///   - version: The version of the language.
  /// - Returns: The root table and all errors.
  ///
  /// Any thread. Cost: O(bytes), in time and in memory. Never traps, whatever the bytes.
  /// Source: https://toml.io/en/v1.0.0, https://toml.io/en/v1.1.0
  public static func parse(
    _ bytes: some Collection<UInt8>, version: TOMLVersion = .v1_1
  ) -> TOMLResult {
    var parser = Parser(bytes: Array(bytes), version: version)
    return parser.readDocument()
  }
}
