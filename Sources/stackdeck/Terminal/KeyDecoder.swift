/// Turns the bytes that a terminal sends into keys.
///
/// A sequence may arrive in pieces: `feed` keeps what is unfinished. An escape byte may be the
/// Escape key or the beginning of a sequence; only time can tell, so `isWaiting` says that
/// `timeOut` should be called when nothing has come for `patience`.
///
/// Sources: ECMA-48 §5.4 (CSI), xterm's ctlseqs (modifiers as a second parameter), rxvt's keys
/// (lower-case final letter for Shift), the Linux console.
struct KeyDecoder {
  /// How long a sequence may pause, in milliseconds; a slow line takes some.
  static let patience = 50

  private var pending: [UInt8] = []

  /// Whether bytes wait for others to come.
  var isWaiting: Bool { !pending.isEmpty }

  /// Takes bytes as they come.
  /// - Returns: The keys that are finished.
  mutating func feed(_ bytes: [UInt8]) -> [Key] {
    pending += bytes
    return decode(isLast: false)
  }

  /// Nothing more has come: what waits is what it is.
  mutating func timeOut() -> [Key] { decode(isLast: true) }

  /// What was found at the beginning of the bytes.
  private enum Step {
    case key(Key, length: Int)
    case nothing(length: Int)
    case incomplete
  }

  private mutating func decode(isLast: Bool) -> [Key] {
    var keys: [Key] = []
    var rest = pending[...]
    loop: while !rest.isEmpty {
      switch Self.step(rest, isLast: isLast) {
      case .key(let key, let length):
        keys.append(key)
        rest = rest.dropFirst(length)
      case .nothing(let length):
        rest = rest.dropFirst(length)
      case .incomplete:
        break loop
      }
    }
    pending = Array(rest)
    return keys
  }

  private static func step(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Step {
    let first = bytes.first!
    guard first == 0x1B else { return character(bytes, isLast: isLast) }
    let rest = bytes.dropFirst()
    switch rest.first {
    case nil: return isLast ? .key(Key(.escape), length: 1) : .incomplete
    case 0x1B: return .key(Key(.escape), length: 1)
    case UInt8(ascii: "["):
      return step(KeySequence.csi(rest.dropFirst()), isLast: isLast)
    case UInt8(ascii: "O"):
      return step(KeySequence.ss3(rest.dropFirst()), isLast: isLast)
    default:
      // Alt sends an escape in front of the key.
      switch character(rest, isLast: isLast) {
      case .key(let key, let length):
        return .key(Key(key.code, key.modifiers.union(.alt)), length: length + 1)
      case .nothing(let length): return .nothing(length: length + 1)
      case .incomplete: return .incomplete
      }
    }
  }

  /// A sequence behind its two bytes of introduction.
  private static func step(_ sequence: KeySequence, isLast: Bool) -> Step {
    switch sequence {
    case .key(let key, let length): .key(key, length: 2 + length)
    case .incomplete(let length): isLast ? .key(Key(.unknown), length: 2 + length) : .incomplete
    }
  }

  /// A control character, or one of UTF-8; bytes that are neither are dropped.
  private static func character(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Step {
    let first = bytes.first!
    switch first {
    case 0x09: return .key(Key(.tab), length: 1)
    case 0x0A, 0x0D: return .key(Key(.enter), length: 1)
    case 0x08, 0x7F: return .key(Key(.backspace), length: 1)
    case 0x00: return .key(Key(.character(" "), .control), length: 1)
    case 0x01...0x1A:
      return .key(Key(.character(Unicode.Scalar(first + 0x60)), .control), length: 1)
    case 0x1B...0x1F: return .nothing(length: 1)
    case 0x20..<0x7F: return .key(Key(Unicode.Scalar(first)), length: 1)
    default: break
    }
    let length: Int
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return .nothing(length: 1)
    }
    let sequence = Array(bytes.prefix(length))
    let continued = sequence.dropFirst().prefix { (0x80...0xBF).contains($0) }.count + 1
    if continued < sequence.count { return .nothing(length: continued) }
    if sequence.count < length { return isLast ? .nothing(length: sequence.count) : .incomplete }
    guard let text = String(validating: sequence, as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return .nothing(length: 1) }
    return .key(Key(scalar), length: length)
  }
}
