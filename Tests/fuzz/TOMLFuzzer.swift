// Compiled by Tests/fuzz/run together with the sources of TOML, as one module.

/// Called by libFuzzer with one text after another. What must hold of every text is trapped upon.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let text = Array(UnsafeBufferPointer(start: start, count: count))
  let earlier = TOML.parse(text, version: .v1_0)
  let later = TOML.parse(text, version: .v1_1)
  checkErrors(of: earlier, in: text)
  checkErrors(of: later, in: text)
  check(later.table, in: text)
  precondition(later.isValid || !earlier.isValid, "valid in 1.0 but not in 1.1")
  precondition(!later.isValid || String(validating: text, as: UTF8.self) != nil, "not UTF-8")
  return 0
}

private func checkErrors(of result: TOMLResult, in text: [UInt8]) {
  precondition(result.errors.count <= TOML.errorLimit + 1, "too many errors")
  for error in result.errors {
    check(error.range, in: text)
    precondition(!error.message.isEmpty, "an error without words")
    if let note = error.note { check(note.range, in: text) }
  }
}

private func check(_ table: TOMLTable, in text: [UInt8]) {
  for entry in table.entries {
    check(entry.key.range, in: text)
    check(entry.value, in: text)
    precondition(table[entry.key.name] != nil, "an entry that is not found by its name")
  }
}

private func check(_ value: TOMLValue, in text: [UInt8]) {
  check(value.range, in: text)
  switch value.kind {
  case .array(let values): for value in values { check(value, in: text) }
  case .table(let table): check(table, in: text)
  default: break
  }
}

/// A range lies in the text, and its line and column are those of its offset.
private func check(_ range: SourceRange, in text: [UInt8]) {
  precondition(range.start.offset <= range.end.offset, "a range that ends before it begins")
  precondition(range.end.offset <= text.count, "a range beyond the text")
  let before = text[..<range.start.offset]
  let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
  precondition(range.start.line == line, "a wrong line")
  precondition(range.start.column >= 1, "a column before the first")
}
