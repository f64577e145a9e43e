// The rules of which keys and tables may meet: https://toml.io/en/v1.1.0#table
extension Parser {
  // MARK: Keys

  /// Goes from `table` to the one that the last name of `path` belongs to, making those between.
  ///
  /// Returns nil after reporting that this cannot be.
  @inline(never)
  mutating func descend(from table: TableNode) -> TableNode? {
    var table = table
    for count in 0..<(path.count - 1) {
      let key = path[count]
      guard let place = table.place(of: key.name) else {
        let next = TableNode(origin: .dottedKey, range: key.range)
        table.append(key, .table(next))
        table = next
        continue
      }
      switch table.members[place] {
      case .table(let next):
        if next.origin == .header {
          reportContradiction(.tableMadeByHeader(names(count + 1)), key, table.keys[place])
          return nil
        }
        next.origin = .dottedKey
        table = next
      case .arrayOfTables:
        reportContradiction(.arrayOfTablesByKey(names(count + 1)), key, table.keys[place])
        return nil
      case .value(let value):
        reportContradiction(obstacle(value, names(count + 1)), key, table.keys[place])
        return nil
      }
    }
    return table
  }

  @inline(never)
  mutating func add(_ value: TOMLValue, as key: TOMLKey, to table: TableNode) {
    if let place = table.place(of: key.name) {
      reportContradiction(.duplicateKey(key.name), key, table.keys[place])
    } else {
      table.append(key, .value(value))
    }
  }

  // MARK: Headers

  /// Makes the table of a header whose names are `path` and makes it the section.
  ///
  /// If that cannot be, keys after the header go to a table outside the tree, so that they are read but
  /// contradict nothing.
  mutating func openTable(range: SourceRange, isArray: Bool) {
    detachSection()
    var table = root
    var depth = 0
    for count in 0..<(path.count - 1) {
      let key = path[count]
      depth += 1
      guard let place = table.place(of: key.name) else {
        let next = TableNode(origin: .longerHeader, range: key.range)
        table.append(key, .table(next))
        table = next
        continue
      }
      switch table.members[place] {
      case .table(let next):
        table = next
      case .arrayOfTables(let array):
        table = array.last
        depth += 1
      case .value(let value):
        reportContradiction(obstacle(value, names(count + 1)), key, table.keys[place])
        return
      }
    }
    depth += isArray ? 2 : 1
    guard depth <= TOML.depthLimit else {
      report(.nestedTooDeep, path[path.count - 1].range)
      return
    }
    let opened = isArray ? openElement(in: table, range) : openTable(in: table, range)
    if let opened {
      section = opened
      sectionDepth = depth
    }
  }

  /// `[name]`
  private mutating func openTable(in parent: TableNode, _ range: SourceRange) -> TableNode? {
    let key = path[path.count - 1]
    guard let place = parent.place(of: key.name) else {
      let table = TableNode(origin: .header, range: range)
      parent.append(key, .table(table))
      return table
    }
    let first = parent.keys[place]
    switch parent.members[place] {
    case .table(let table):
      switch table.origin {
      case .longerHeader:
        table.origin = .header
        table.range = range
        parent.setHeader(key, at: place)
        return table
      case .dottedKey:
        reportContradiction(.tableMadeByKeys(names(path.count)), key, first)
      case .root, .header, .inline:
        reportContradiction(.duplicateTable(names(path.count)), key, first)
      }
    case .arrayOfTables:
      reportContradiction(.arrayOfTablesIsNotTable(names(path.count)), key, first)
    case .value:
      reportContradiction(.duplicateKey(names(path.count)), key, first)
    }
    return nil
  }

  /// `[[name]]`
  private mutating func openElement(in parent: TableNode, _ range: SourceRange) -> TableNode? {
    let key = path[path.count - 1]
    guard let place = parent.place(of: key.name) else {
      let table = TableNode(origin: .header, range: range)
      parent.append(key, .arrayOfTables(ArrayOfTablesNode(first: table)))
      return table
    }
    let first = parent.keys[place]
    switch parent.members[place] {
    case .arrayOfTables(let array):
      let table = TableNode(origin: .header, range: range)
      array.append(table)
      return table
    case .table:
      reportContradiction(.tableIsNotArray(names(path.count)), key, first)
    case .value(let value):
      if case .array = value.kind {
        reportContradiction(.arrayClosed(names(path.count)), key, first)
      } else {
        reportContradiction(.duplicateKey(names(path.count)), key, first)
      }
    }
    return nil
  }

  // MARK: Contradictions

  /// Why nothing can be put below a value.
  private func obstacle(_ value: TOMLValue, _ name: String) -> Mistake {
    switch value.kind {
    case .table: .inlineTableClosed(name)
    case .array: .arrayClosed(name)
    default: .notATable(name, kindName: value.kindName)
    }
  }

  private mutating func reportContradiction(_ mistake: Mistake, _ key: TOMLKey, _ first: TOMLKey) {
    report(
      mistake, key.range,
      note: TOMLError.Note(
        message: "'\(ShownText.word(first.name))' is defined here", range: first.range))
  }

  /// The first names of the path, as a key.
  private func names(_ count: Int) -> String {
    path[..<count].map { Mistake.asKey($0.name) }.joined(separator: ".")
  }
}
