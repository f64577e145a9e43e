import TOML

/// Compares a tree with the typed JSON of toml-test by value.
enum TypedComparison {
  /// Where and how they differ; nil if they do not.
  static func difference(_ table: TOMLTable, _ json: JSONValue, at path: String = "") -> String? {
    guard case .object(let members) = json else { return "\(path): a table" }
    if members.count != table.entries.count {
      return "\(path): \(table.entries.count) keys instead of \(members.count)"
    }
    for member in members {
      guard let entry = table[member.name] else { return "\(path): no \(member.name)" }
      let place = "\(path)/\(member.name)"
      if let difference = difference(entry.value, member.value, at: place) {
        return difference
      }
    }
    return nil
  }

  private static func difference(
    _ value: TOMLValue, _ json: JSONValue, at path: String
  ) -> String? {
    switch value.kind {
    case .table(let table):
      return difference(table, json, at: path)
    case .array(let values):
      guard case .array(let expected) = json, expected.count == values.count else {
        return "\(path): not the same array"
      }
      for (place, pair) in zip(values, expected).enumerated() {
        if let difference = difference(pair.0, pair.1, at: "\(path)/\(place)") {
          return difference
        }
      }
      return nil
    default:
      guard let type = json["type"]?.string, let written = json["value"]?.string else {
        return "\(path): not a leaf"
      }
      return isSame(value, type, written) ? nil : "\(path): \(value.kind) is not \(type) \(written)"
    }
  }

  private static func isSame(_ value: TOMLValue, _ type: String, _ written: String) -> Bool {
    switch (value.kind, type) {
    case (.string(let string), "string"):
      return string.utf8.elementsEqual(written.utf8)
    case (.integer(let integer), "integer"):
      return integer == Int64(written)
    case (.boolean(let boolean), "bool"):
      return "\(boolean)" == written
    case (.float(let float), "float"):
      let expected = Double(written.hasPrefix("+") ? String(written.dropFirst()) : written)
      return expected.map { float == $0 || (float.isNaN && $0.isNaN) } ?? false
    case (.offsetDateTime(let instant), "datetime"):
      let here =
        nanoseconds(instant.date, instant.time) - Int(instant.offsetMinutes) * 60_000_000_000
      return here == nanoseconds(written)
    case (.localDateTime(let both), "datetime-local"):
      return nanoseconds(both.date, both.time) == nanoseconds(written)
    case (.localDate(let date), "date-local"):
      let midnight = TOMLLocalTime(hour: 0, minute: 0, second: 0, nanosecond: 0)
      return nanoseconds(date, midnight) == nanoseconds(written + "T00:00:00")
    case (.localTime(let time), "time-local"):
      let day = TOMLLocalDate(year: 2000, month: 1, day: 1)
      return nanoseconds(day, time) == nanoseconds("2000-01-01T" + written)
    default:
      return false
    }
  }

  // MARK: Instants

  /// Since 2000-01-01, which holds 292 years on either side; years far away are counted modulo 2⁶⁴.
  private static func nanoseconds(_ date: TOMLLocalDate, _ time: TOMLLocalTime) -> Int {
    nanoseconds(
      [Int(date.year), Int(date.month), Int(date.day), Int(time.hour), Int(time.minute)]
        + [Int(time.second), Int(time.nanosecond)])
  }

  /// Of `2000-01-01T00:00:00.5+01:00` or the same without an offset.
  private static func nanoseconds(_ written: String) -> Int? {
    var numbers: [Int] = []
    for part in written.prefix(19).split(whereSeparator: { !$0.isNumber }) {
      guard let number = Int(part) else { return nil }
      numbers.append(number)
    }
    var rest = written.dropFirst(19)
    var fraction = ""
    if rest.first == "." {
      fraction = String(rest.dropFirst().prefix { $0.isNumber })
      rest = rest.dropFirst(fraction.count + 1)
    }
    fraction += String(repeating: "0", count: 9 - fraction.count)
    guard numbers.count == 6, let nanosecond = Int(fraction) else { return nil }
    let local = nanoseconds(numbers + [nanosecond])
    guard let sign = rest.first, sign != "Z" else { return local }
    let offset = rest.dropFirst().split(separator: ":").compactMap { Int($0) }
    guard offset.count == 2 else { return nil }
    let minutes = (offset[0] * 60 + offset[1]) * (sign == "-" ? -1 : 1)
    return local &- minutes &* 60_000_000_000
  }

  /// Year, month, day, hour, minute, second, nanosecond.
  private static func nanoseconds(_ parts: [Int]) -> Int {
    // Days from the civil calendar with years that begin in March.
    let year = parts[1] > 2 ? parts[0] : parts[0] - 1
    let month = (parts[1] + 9) % 12
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + parts[2]
    let seconds = ((days - 730_426) * 24 + parts[3]) * 3600 + parts[4] * 60 + parts[5]
    return seconds &* 1_000_000_000 &+ parts[6]
  }
}
