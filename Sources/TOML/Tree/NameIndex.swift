/// Finds an entry of a big table by its name.
struct NameIndex: Sendable {
  /// Tables of up to this many entries are searched from their beginning.
  static let smallCount = 8

  /// TOML's names are equal if their scalars are; Swift's strings are equal already if they are
  /// canonically equivalent ("é" and "e" with an accent).
  private struct Name: Hashable {
    let string: String

    static func == (left: Name, right: Name) -> Bool {
      NameIndex.areSame(left.string, right.string)
    }

    func hash(into hasher: inout Hasher) {
      var copy = string
      copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private var places: [Name: Int32]

  /// nil if a search from the beginning is cheaper.
  init?(names: some Collection<String>) {
    guard names.count > Self.smallCount else { return nil }
    places = Dictionary(minimumCapacity: names.count)
    for (place, name) in names.enumerated() {
      insert(name, at: place)
    }
  }

  subscript(name: String) -> Int? {
    places[Name(string: name)].map { Int($0) }
  }

  /// Does nothing if the name is there already.
  mutating func insert(_ name: String, at place: Int) {
    let key = Name(string: name)
    if places[key] == nil {
      places[key] = Int32(place)
    }
  }

  static func areSame(_ left: String, _ right: String) -> Bool {
    // The first test is fast and nearly always the last.
    left == right
      && left.utf8.count == right.utf8.count
      && left.utf8.elementsEqual(right.utf8)
  }
}
