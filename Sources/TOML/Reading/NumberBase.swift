/// A base of integers that have a prefix: `0x`, `0o`, `0b`.
enum NumberBase {
  case hexadecimal, octal, binary

  /// nil if the letter of the prefix, small or capital, names none.
  init?(letter: UInt8) {
    switch letter | 0x20 {
    case UInt8(ascii: "x"): self = .hexadecimal
    case UInt8(ascii: "o"): self = .octal
    case UInt8(ascii: "b"): self = .binary
    default: return nil
    }
  }

  var letter: UInt8 {
    switch self {
    case .hexadecimal: UInt8(ascii: "x")
    case .octal: UInt8(ascii: "o")
    case .binary: UInt8(ascii: "b")
    }
  }

  /// Bits of a digit.
  var bitCount: Int {
    switch self {
    case .hexadecimal: 4
    case .octal: 3
    case .binary: 1
    }
  }

  /// With its article, as messages use it.
  var name: String {
    switch self {
    case .hexadecimal: "a hexadecimal"
    case .octal: "an octal"
    case .binary: "a binary"
    }
  }

  /// The value of a digit; nil if it is none of this base.
  func digit(_ byte: UInt8) -> Int? {
    guard let value = ByteClass.hexadecimalValue(byte), value < 1 << bitCount else { return nil }
    return value
  }
}
