/// As much of JSON as toml-test's expectations have: objects, arrays and strings.
enum JSONValue {
  struct Member {
    let name: String
    let value: JSONValue
  }

  case object([Member])
  case array([JSONValue])
  case string(String)

  init?(_ text: [UInt8]) {
    var reader = Reader(bytes: text + [0])
    guard let value = reader.value() else { return nil }
    self = value
  }

  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    mutating func next() -> UInt8 {
      while [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) {
        index += 1
      }
      return bytes[index]
    }

    mutating func take(_ byte: Character) -> Bool {
      guard next() == byte.asciiValue! else { return false }
      index += 1
      return true
    }

    mutating func value() -> JSONValue? {
      if take("{") {
        var members: [Member] = []
        while !take("}") {
          guard members.isEmpty || take(","), let name = text(), take(":"), let value = value()
          else { return nil }
          members.append(Member(name: name, value: value))
        }
        return .object(members)
      }
      if take("[") {
        var values: [JSONValue] = []
        while !take("]") {
          guard values.isEmpty || take(","), let value = value() else { return nil }
          values.append(value)
        }
        return .array(values)
      }
      return text().map { .string($0) }
    }

    mutating func text() -> String? {
      guard take("\"") else { return nil }
      var units: [UInt16] = []
      while bytes[index] != UInt8(ascii: "\"") {
        guard bytes[index] == UInt8(ascii: "\\") else {
          let start = index
          while bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") {
            index += 1
          }
          units.append(contentsOf: String(decoding: bytes[start..<index], as: UTF8.self).utf16)
          continue
        }
        let letter = bytes[index + 1]
        index += 2
        switch letter {
        case UInt8(ascii: "u"):
          let digits = String(decoding: bytes[index..<(index + 4)], as: UTF8.self)
          guard let unit = UInt16(digits, radix: 16) else { return nil }
          units.append(unit)
          index += 4
        case UInt8(ascii: "b"): units.append(8)
        case UInt8(ascii: "f"): units.append(12)
        case UInt8(ascii: "n"): units.append(10)
        case UInt8(ascii: "r"): units.append(13)
        case UInt8(ascii: "t"): units.append(9)
        default: units.append(UInt16(letter))
        }
      }
      index += 1
      return String(decoding: units, as: UTF16.self)
    }
  }
}
