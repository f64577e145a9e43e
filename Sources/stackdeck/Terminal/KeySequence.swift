/// What follows `ESC [` or `ESC O`.
enum KeySequence {
  /// - length: Bytes behind the introducer.
  case key(Key, length: Int)
  /// - length: Bytes that have come so far.
  case incomplete(length: Int)

  /// A control sequence: parameters, intermediate bytes, a final byte.
  static func csi(_ bytes: ArraySlice<UInt8>) -> KeySequence {
    // The Linux console sends F1 to F5 as `ESC [ [ A` to `E`.
    if bytes.first == UInt8(ascii: "[") {
      guard let letter = bytes.dropFirst().first else { return .incomplete(length: 1) }
      let number = Int(letter) - 0x40
      return .key(Key((1...5).contains(number) ? .function(number) : .unknown), length: 2)
    }
    var parameters = [0]
    var isPrivate = false
    for (offset, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let last = parameters.count - 1
        parameters[last] = min(parameters[last] * 10 + Int(byte) - 0x30, 100_000)
      case UInt8(ascii: ";"): parameters.append(0)
      // Sub-parameters of newer protocols tell more than we ask.
      case UInt8(ascii: ":"), 0x20...0x23, 0x25...0x2F: isPrivate = true
      case 0x3C...0x3F: isPrivate = true
      // rxvt ends keys with Shift by a dollar sign.
      case 0x24, 0x40...0x7E:
        let key = isPrivate ? Key(.unknown) : self.key(final: byte, parameters)
        return .key(key, length: offset + 1)
      default:
        // No byte of a sequence: it was broken off, and this byte begins something new.
        return .key(Key(.unknown), length: offset)
      }
    }
    return .incomplete(length: bytes.count)
  }

  /// A key of an application keypad: an optional modifier digit, a letter.
  static func ss3(_ bytes: ArraySlice<UInt8>) -> KeySequence {
    guard let first = bytes.first else { return .incomplete(length: 0) }
    var length = 1
    var letter = first
    var modifier = 0
    if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      guard let second = bytes.dropFirst().first else { return .incomplete(length: 1) }
      (modifier, letter, length) = (Int(first) - 0x30, second, 2)
    }
    return .key(key(final: letter, [1, modifier]), length: length)
  }

  private static func key(final: UInt8, _ parameters: [Int]) -> Key {
    let second = parameters.count > 1 ? parameters[1] : 0
    // Old terminals send the modifier as the only parameter: ESC [ 2 D.
    let lone = parameters.count == 1 && (2...8).contains(parameters[0]) ? parameters[0] : 0
    switch final {
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return Key(arrow(final - 0x20) ?? .unknown, .shift)
    case UInt8(ascii: "Z"): return Key(.tab, .shift)
    case UInt8(ascii: "P")...UInt8(ascii: "S"):
      return Key(.function(Int(final) - 0x4F), modifiers(second))
    case UInt8(ascii: "u"):
      guard let scalar = Unicode.Scalar(UInt32(parameters[0])) else { return Key(.unknown) }
      return Key(code(of: scalar), modifiers(second))
    case UInt8(ascii: "~"): return Key(numbered(parameters[0]), modifiers(second))
    case UInt8(ascii: "$"): return Key(numbered(parameters[0]), .shift)
    case UInt8(ascii: "^"): return Key(numbered(parameters[0]), .control)
    case UInt8(ascii: "@"): return Key(numbered(parameters[0]), [.shift, .control])
    default:
      return arrow(final).map { Key($0, modifiers(second > 0 ? second : lone)) } ?? Key(.unknown)
    }
  }

  /// One more than a sum of Shift 1, Alt 2, Control 4.
  private static func modifiers(_ parameter: Int) -> Key.Modifiers {
    Key.Modifiers(rawValue: UInt8(max(0, min(parameter, 256) - 1) & 7))
  }

  private static func arrow(_ letter: UInt8) -> Key.Code? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    default: nil
    }
  }

  private static func numbered(_ number: Int) -> Key.Code {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...24: .function(number - 12)
    default: .unknown
    }
  }

  private static func code(of scalar: Unicode.Scalar) -> Key.Code {
    switch scalar.value {
    case 9: .tab
    case 13: .enter
    case 27: .escape
    case 127: .backspace
    default: .character(scalar)
    }
  }
}
