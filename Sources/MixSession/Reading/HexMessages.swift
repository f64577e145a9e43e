/// MIDI messages as people write them: "B0 00 7F", "F0 7E 7F 06 01 F7".
enum HexMessages {
  struct Problem: Error {
    let message: String
    var help: String?
    /// The wrong part of the text, in bytes of it.
    let part: Range<Int>
  }

  /// The messages of a text, each whole.
  static func messages(in text: String) throws(Problem) -> [[UInt8]] {
    let bytes = try bytes(of: text)
    var messages: [[UInt8]] = [], at = 0
    while at < bytes.count {
      let length = try length(of: bytes, at)
      messages.append(bytes[at..<(at + length)].map(\.value))
      at += length
    }
    return messages
  }

  private typealias Byte = (value: UInt8, part: Range<Int>)

  private static func bytes(of text: String) throws(Problem) -> [Byte] {
    let units = Array(text.utf8)
    var bytes: [Byte] = [], at = 0
    while at < units.count {
      if units[at] == UInt8(ascii: " ") {
        at += 1
        continue
      }
      var end = at
      while end < units.count, units[end] != UInt8(ascii: " ") { end += 1 }
      for start in stride(from: at, to: end, by: 2) {
        guard end - start >= 2, let high = digit(units[start]), let low = digit(units[start + 1])
        else {
          throw Problem(
            message:
              "'\(Shown.word(String(decoding: units[at..<end], as: UTF8.self)))' is not made "
              + "of bytes in hex", help: "two digits each: \"F0 7E 7F 06 01 F7\"", part: at..<end)
        }
        bytes.append((high << 4 | low, start..<(start + 2)))
      }
      at = end
    }
    guard !bytes.isEmpty else {
      throw Problem(message: "a message has at least one byte", part: 0..<units.count)
    }
    return bytes
  }

  private static func digit(_ unit: UInt8) -> UInt8? {
    switch unit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): unit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): unit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): unit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// How many bytes the message at a place has.
  private static func length(of bytes: [Byte], _ at: Int) throws(Problem) -> Int {
    let status = bytes[at].value
    let count: Int
    switch status {
    case 0..<0x80:
      throw Problem(
        message: "a MIDI message begins with 80…FF, not \(text(status))", part: bytes[at].part)
    case 0xF0: return try exclusiveLength(of: bytes, at)
    case 0xF7:
      throw Problem(message: "F7 ends what F0 begins, and nothing has begun", part: bytes[at].part)
    case 0xF4, 0xF5, 0xF9, 0xFD:
      throw Problem(message: "no MIDI message begins with \(text(status))", part: bytes[at].part)
    case 0xC0..<0xE0, 0xF1, 0xF3: count = 2
    case 0xF6, 0xF8...: count = 1
    default: count = 3
    }
    var found = 1
    while found < count, at + found < bytes.count, bytes[at + found].value < 0x80 { found += 1 }
    guard found == count else {
      throw Problem(
        message: "a message that begins with \(text(status)) has \(count) bytes, not \(found)",
        part: bytes[at].part.lowerBound..<bytes[at + found - 1].part.upperBound)
    }
    return count
  }

  private static func exclusiveLength(of bytes: [Byte], _ at: Int) throws(Problem) -> Int {
    var end = at + 1
    while end < bytes.count, bytes[end].value < 0x80 { end += 1 }
    guard end < bytes.count else {
      throw Problem(message: "F0 is not ended by F7", part: bytes[at].part)
    }
    guard bytes[end].value == 0xF7 else {
      throw Problem(
        message: "between F0 and F7 are 00…7F, not \(text(bytes[end].value))",
        part: bytes[end].part)
    }
    return end + 1 - at
  }

  private static func text(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }
}
