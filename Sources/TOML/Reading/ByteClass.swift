/// What single bytes mean in TOML.
enum ByteClass {
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10
  }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
  }

  /// Letters, digits, `_` and `-`.
  @inline(__always)
  static func isBareKey(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// What numbers, dates, times and the words of the language are made of.
  @inline(__always)
  static func isWord(_ byte: UInt8) -> Bool {
    isBareKey(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ":")
  }

  /// Where a value ends: white space, the end of a line, a comment, a comma, a closing bracket.
  @inline(__always)
  static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "#"), UInt8(ascii: ","), UInt8(ascii: "]"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }

  /// Control characters that may stand nowhere. Tab, LF and CR have rules of their own.
  @inline(__always)
  static func isControl(_ byte: UInt8) -> Bool {
    byte == 0x7F || (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D)
  }

  /// The second to fourth byte of a character, which is not counted in columns.
  @inline(__always)
  static func isContinuation(_ byte: UInt8) -> Bool {
    byte & 0xC0 == 0x80
  }

  /// 0…15; nil if the byte is not a hexadecimal digit.
  static func hexadecimalValue(_ byte: UInt8) -> Int? {
    if isDigit(byte) {
      return Int(byte) - 0x30
    }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? Int(letter) + 10 : nil
  }
}
