import TOML

/// Writes a tree as the typed JSON of toml-test: each leaf is `{"type": …, "value": …}`.
///
/// Source: https://github.com/toml-lang/toml-test#json-encoding
struct TypedJSON {
  private(set) var text: [UInt8] = []

  init(_ table: TOMLTable) {
    write(table)
    write("\n")
  }

  private mutating func write(_ string: String) {
    text.append(contentsOf: string.utf8)
  }

  private mutating func write(_ table: TOMLTable) {
    write("{")
    for (place, entry) in table.entries.enumerated() {
      write(place == 0 ? "" : ",")
      writeQuoted(entry.key.name)
      write(":")
      write(entry.value)
    }
    write("}")
  }

  private mutating func write(_ value: TOMLValue) {
    switch value.kind {
    case .table(let table): write(table)
    case .array(let values):
      write("[")
      for (place, value) in values.enumerated() {
        write(place == 0 ? "" : ",")
        write(value)
      }
      write("]")
    case .string(let string): writeLeaf("string", string)
    case .integer(let integer): writeLeaf("integer", "\(integer)")
    case .float(let float): writeLeaf("float", float.isNaN ? "nan" : "\(float)")
    case .boolean(let boolean): writeLeaf("bool", "\(boolean)")
    case .offsetDateTime(let instant):
      writeLeaf(
        "datetime",
        "\(Self.text(instant.date))T\(Self.text(instant.time))\(Self.text(offset: instant))")
    case .localDateTime(let both):
      writeLeaf("datetime-local", "\(Self.text(both.date))T\(Self.text(both.time))")
    case .localDate(let date): writeLeaf("date-local", Self.text(date))
    case .localTime(let time): writeLeaf("time-local", Self.text(time))
    }
  }

  private mutating func writeLeaf(_ type: String, _ value: String) {
    write("{\"type\":\"\(type)\",\"value\":")
    writeQuoted(value)
    write("}")
  }

  private mutating func writeQuoted(_ string: String) {
    write("\"")
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): write("\\\"")
      case UInt8(ascii: "\\"): write("\\\\")
      case 0..<0x20: write("\\u00" + Self.digits(Int(byte), 2, radix: 16))
      default: text.append(byte)
      }
    }
    write("\"")
  }

  // MARK: Dates and times

  private static func text(_ date: TOMLLocalDate) -> String {
    "\(digits(Int(date.year), 4))-\(digits(Int(date.month), 2))-\(digits(Int(date.day), 2))"
  }

  private static func text(_ time: TOMLLocalTime) -> String {
    let seconds =
      "\(digits(Int(time.hour), 2)):\(digits(Int(time.minute), 2)):\(digits(Int(time.second), 2))"
    guard time.nanosecond > 0 else { return seconds }
    var fraction = digits(Int(time.nanosecond), 9)
    while fraction.last == "0" {
      fraction.removeLast()
    }
    return "\(seconds).\(fraction)"
  }

  private static func text(offset instant: TOMLOffsetDateTime) -> String {
    let minutes = Int(instant.offsetMinutes)
    guard minutes != 0 else { return "Z" }
    let magnitude = abs(minutes)
    return "\(minutes < 0 ? "-" : "+")\(digits(magnitude / 60, 2)):\(digits(magnitude % 60, 2))"
  }

  private static func digits(_ number: Int, _ count: Int, radix: Int = 10) -> String {
    let written = String(number, radix: radix)
    return String(repeating: "0", count: max(0, count - written.utf8.count)) + written
  }
}
