/// What a TOML text says and what is wrong with it.
public struct TOMLResult: Sendable {
  /// The root table. With errors it holds what could be read, wrong values left out: enough to go on
  /// looking for further mistakes, not to be acted upon.
  public let table: TOMLTable

  /// All mistakes in the order of the text; empty for a valid one.
  public let errors: [TOMLError]

  public var isValid: Bool { errors.isEmpty }

  init(table: TOMLTable, errors: [TOMLError]) {
    self.table = table
    self.errors = errors
  }
}
