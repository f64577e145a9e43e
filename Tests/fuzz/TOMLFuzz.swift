// Compiled together with Sources/TOML by fuzz-toml.sh; not part of the package.

/// What must hold for any bytes: both versions read them without a trap, keys, values and errors lie
/// inside the text at the lines and columns of their offsets, errors are in the order of the text, only
/// UTF-8 is valid, and what is valid in 1.0 is valid in 1.1.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let check = ResultCheck(text: bytes)
  let older = TOML.parse(bytes, version: .v1_0)
  let newer = TOML.parse(bytes, version: .v1_1)
  check.check(older)
  check.check(newer)
  precondition(!older.isValid || newer.isValid)
  precondition(!newer.isValid || String(validating: bytes, as: UTF8.self) != nil)
  return 0
}

private struct ResultCheck {
  let text: [UInt8]
  /// The line and column of each offset, counted here once more in the plainest way.
  private var lines: [Int] = []
  private var columns: [Int] = []

  init(text: [UInt8]) {
    self.text = text
    var line = 1
    var column = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 0 : 1
    for byte in text {
      lines.append(line)
      columns.append(column)
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    lines.append(line)
    columns.append(column)
  }

  func check(_ result: TOMLResult) {
    var last = 0
    for error in result.errors {
      precondition(error.range.start.offset >= last)
      last = error.range.start.offset
      check(error.range)
      if let note = error.note {
        check(note.range)
      }
      precondition(!error.message.isEmpty)
    }
    check(result.table)
  }

  private func check(_ range: SourceRange) {
    precondition(range.start.offset <= range.end.offset && range.end.offset <= text.count)
    precondition(range.start.line == lines[range.start.offset])
    precondition(range.start.column == columns[range.start.offset])
    precondition(range.start.line <= range.end.line)
  }

  private func check(_ table: TOMLTable) {
    for entry in table.entries {
      check(entry.key.range)
      check(entry.value)
      precondition(table[entry.key.name]?.key.range == entry.key.range)
    }
  }

  private func check(_ value: TOMLValue) {
    check(value.range)
    switch value.kind {
    case .table(let table): check(table)
    case .array(let values):
      for value in values {
        check(value)
      }
    default: break
    }
  }
}
