/// A table: names with values, in the order of the text.
///
/// A copy shares its storage, so passing tables around costs nothing.
public struct TOMLTable: Sendable {
  public struct Entry: Sendable {
    public let key: TOMLKey
    public let value: TOMLValue

    public init(key: TOMLKey, value: TOMLValue) {
      self.key = key
      self.value = value
    }
  }

  private final class Storage: Sendable {
    let entries: [Entry]
    /// Absent where the table is small enough to be searched from its beginning.
    let index: NameIndex?
    let range: SourceRange

    init(entries: [Entry], index: NameIndex?, range: SourceRange) {
      self.entries = entries
      self.index = index
      self.range = range
    }
  }

  private var storage: Storage

  init(entries: [Entry], index: NameIndex?, range: SourceRange) {
    storage = Storage(entries: entries, index: index, range: range)
  }

  /// Makes a table of entries with different names; of two with the same name the first is found.
  public init(entries: [Entry], range: SourceRange) {
    self.init(
      entries: entries, index: NameIndex(names: entries.lazy.map(\.key.name)), range: range)
  }

  /// The entries in file order. Cost of setting: O(count).
  public var entries: [Entry] {
    get { storage.entries }
    set { self = TOMLTable(entries: newValue, range: range) }
  }

  /// The header, or the braces and what is between them; for a table that only longer keys or headers
  /// made, the name that made it first; for the root, the whole text.
  public var range: SourceRange {
    get { storage.range }
    set { storage = Storage(entries: entries, index: storage.index, range: newValue) }
  }

  /// The entry of this name, compared by Unicode scalars. Cost: O(1).
  public subscript(name: String) -> Entry? {
    let entries = storage.entries
    if let index = storage.index {
      return index[name].map { entries[$0] }
    }
    return entries.first { NameIndex.areSame($0.key.name, name) }
  }
}
