/// Text of others (file names, tags, what was typed) as messages and the screen show it: on one
/// line, nothing invisible, no control character that a terminal would obey.
enum ShownText {
  /// Bytes that should be UTF-8. Those that are not are shown as `\xE9`.
  static func of(_ bytes: [UInt8]) -> String {
    var shown = String.UnicodeScalarView()
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var position = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        position += encoded.count
        append(Unicode.UTF8.decode(encoded), to: &shown)
      case .error(let length):
        for byte in bytes[position..<(position + length)] { shown += escape(byte).unicodeScalars }
        position += length
      case .emptyInput:
        return String(shown)
      }
    }
  }

  static func of(_ text: String) -> String { of(Array(text.utf8)) }

  private static func append(_ scalar: Unicode.Scalar, to shown: inout String.UnicodeScalarView) {
    switch scalar.properties.generalCategory {
    case .control where scalar.value < 0x80: shown += escape(UInt8(scalar.value)).unicodeScalars
    case .control, .surrogate, .lineSeparator, .paragraphSeparator:
      shown += "\\u{\(hexadecimal(scalar.value))}".unicodeScalars
    case .format where isDirection(scalar):
      shown += "\\u{\(hexadecimal(scalar.value))}".unicodeScalars
    default: shown.append(scalar)
    }
  }

  /// Marks that turn the direction of what follows: a name with one could change a whole line.
  private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\n"): return "\\n"
    case UInt8(ascii: "\t"): return "\\t"
    case UInt8(ascii: "\r"): return "\\r"
    default:
      let digits = hexadecimal(UInt32(byte))
      return "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    String(value, radix: 16, uppercase: true)
  }
}
