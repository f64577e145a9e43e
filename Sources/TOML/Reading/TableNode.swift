/// A table while it is being read.
///
/// A class, because headers come back to tables from anywhere in the text.
final class TableNode {
  /// What made the table decides what may still be added to it.
  enum Origin {
    case root
    /// A longer header: `a` in `[a.b]`. Its own header may follow.
    case longerHeader
    /// Its own header. Dotted keys from elsewhere may not add to it.
    case header
    /// Dotted keys. Only these and longer headers may add to it.
    case dottedKey
    /// Braces, while they are open.
    case inline
  }

  /// What a name of a table stands for.
  enum Member {
    case value(TOMLValue)
    case table(TableNode)
    case arrayOfTables(ArrayOfTablesNode)
  }

  var origin: Origin
  var range: SourceRange
  private(set) var keys: [TOMLKey] = []
  private(set) var members: [Member] = []
  private var index: NameIndex?

  init(origin: Origin, range: SourceRange) {
    self.origin = origin
    self.range = range
  }

  /// The place of a name in `keys` and `members`. Cost: O(1).
  func place(of name: String) -> Int? {
    if let index {
      return index[name]
    }
    return keys.firstIndex { NameIndex.areSame($0.name, name) }
  }

  /// Adds a name that is not there yet.
  func append(_ key: TOMLKey, _ member: Member) {
    if index != nil {
      index!.insert(key.name, at: keys.count)
    }
    keys.append(key)
    members.append(member)
    if index == nil {
      index = NameIndex(names: keys.lazy.map(\.name))
    }
  }

  /// A table that a longer header made has got its own.
  func setHeader(_ key: TOMLKey, at place: Int) {
    keys[place] = key
  }

  /// The finished table with all that is in it. Recursive: no deeper than `TOML.depthLimit`.
  func table() -> TOMLTable {
    var entries: [TOMLTable.Entry] = []
    entries.reserveCapacity(keys.count)
    for (key, member) in zip(keys, members) {
      let value =
        switch member {
        case .value(let value): value
        case .table(let node): TOMLValue(kind: .table(node.table()), range: node.range)
        case .arrayOfTables(let node): node.value()
        }
      entries.append(TOMLTable.Entry(key: key, value: value))
    }
    return TOMLTable(entries: entries, index: index, range: range)
  }
}
