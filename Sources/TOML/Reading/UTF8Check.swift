/// Finds bytes that are not UTF-8.
enum UTF8Check {
  /// One error for each line that has such bytes, at the first of them. Cost: one pass.
  /// Source: The Unicode Standard, table 3-7.
  static func errors(in bytes: [UInt8], end: Int, limit: Int) -> [TOMLError] {
    var errors: [TOMLError] = []
    // The line and column are only counted where an error is, from the last error on.
    var counted = 0
    var line = 1
    var column = 1
    var index = 0
    while index < end, errors.count < limit {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let length = characterLength(in: bytes, at: index)
      guard length == 0 else {
        index += length
        continue
      }
      for place in counted..<index {
        if bytes[place] == 0x0A {
          line += 1
          column = 1
        } else if !ByteClass.isContinuation(bytes[place]) && !isMark(bytes, at: place) {
          column += 1
        }
      }
      let start = SourcePosition(offset: index, line: line, column: column)
      let mistake = Mistake.invalidUTF8(byte: bytes[index], offset: index)
      errors.append(
        TOMLError(
          message: mistake.message, range: SourceRange(start, count: 1), help: mistake.help))
      counted = index
      // One error a line: what follows on it is no news.
      while index < end, bytes[index] != 0x0A {
        index += 1
      }
    }
    return errors
  }

  /// The byte order mark at the beginning has no column.
  private static func isMark(_ bytes: [UInt8], at place: Int) -> Bool {
    place == 0 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }

  /// The bytes of the character that begins here, 0 if none does. The NUL behind the text ends every
  /// character, so nothing is read beyond it.
  private static func characterLength(in bytes: [UInt8], at index: Int) -> Int {
    let first = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard second.contains(bytes[index + 1]) else { return 0 }
    for place in 2..<max(length, 2) where !ByteClass.isContinuation(bytes[index + place]) {
      return 0
    }
    return length
  }
}
