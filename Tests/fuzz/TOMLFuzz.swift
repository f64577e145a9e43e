// Compiled together with Sources/TOML by fuzz-toml.sh; not part of the package.

/// What must hold for any bytes: both versions read them without a trap, errors lie inside the text and
/// in its order, and keys and values lie inside the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let older = TOML.parse(bytes, version: .v1_0)
  let newer = TOML.parse(bytes, version: .v1_1)
  check(older, count)
  check(newer, count)
  // Every text of 1.0 is one of 1.1.
  precondition(!older.isValid || newer.isValid)
  return 0
}

private func check(_ result: TOMLResult, _ count: Int) {
  var last = 0
  for error in result.errors {
    precondition(error.range.start.offset >= last)
    last = error.range.start.offset
    check(error.range, count)
    if let note = error.note {
      check(note.range, count)
    }
    precondition(!error.message.isEmpty)
  }
  check(result.table, count)
}

private func check(_ range: SourceRange, _ count: Int) {
  precondition(range.start.offset <= range.end.offset && range.end.offset <= count)
  precondition(range.start.line >= 1 && range.start.column >= 1)
  precondition(range.start.line <= range.end.line)
}

private func check(_ table: TOMLTable, _ count: Int) {
  for entry in table.entries {
    check(entry.key.range, count)
    check(entry.value, count)
    precondition(table[entry.key.name]?.key.range == entry.key.range)
  }
}

private func check(_ value: TOMLValue, _ count: Int) {
  check(value.range, count)
  switch value.kind {
  case .table(let table): check(table, count)
  case .array(let values):
    for value in values {
      check(value, count)
    }
  default: break
  }
}
