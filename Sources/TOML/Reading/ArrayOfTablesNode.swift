/// An array of tables while it is being read: `[[a]]`.
final class ArrayOfTablesNode {
  /// Never empty.
  private(set) var tables: [TableNode]

  init(first: TableNode) {
    tables = [first]
  }

  /// The table that `a` means in a header below `[[a]]`.
  var last: TableNode { tables[tables.count - 1] }

  func append(_ table: TableNode) {
    tables.append(table)
  }

  func value() -> TOMLValue {
    TOMLValue(
      kind: .array(tables.map { TOMLValue(kind: .table($0.table()), range: $0.range) }),
      range: tables[0].range)
  }
}
