/// A number, date or time as it is written: ASCII characters on one line.
struct Word {
  let bytes: [UInt8]
  let range: Range<Int>
  let position: SourcePosition

  var count: Int { range.count }

  /// The byte at a place of the word; 0 behind its end.
  subscript(place: Int) -> UInt8 {
    @inline(__always) get {
      place < range.count ? bytes[range.lowerBound &+ place] : 0
    }
  }

  func text(_ part: Range<Int>) -> String {
    let start = range.lowerBound
    return String(
      decoding: bytes[(start + part.lowerBound)..<(start + part.upperBound)], as: UTF8.self)
  }

  func sourceRange(_ part: Range<Int>) -> SourceRange {
    SourceRange(position.advanced(by: part.lowerBound), count: part.count)
  }

  func rest(from start: Int, is text: StaticString) -> Bool {
    guard count - start == text.utf8CodeUnitCount else { return false }
    return (start..<count).allSatisfy { self[$0] == text.utf8Start[$0 - start] }
  }

  func contains(_ byte: UInt8, in part: Range<Int>) -> Bool {
    part.contains { self[$0] == byte }
  }

  func isOnlyLetters(_ part: Range<Int>) -> Bool {
    part.allSatisfy { ByteClass.isLetter(self[$0]) }
  }

  /// The value of a plain small decimal integer, which most numbers are; nil for all others.
  var plainInteger: Int64? {
    let count = range.count
    let isZero = count == 1 && self[0] == UInt8(ascii: "0")
    guard count <= 18, isZero || self[0] != UInt8(ascii: "0") else { return nil }
    var value: Int64 = 0
    for place in 0..<count {
      guard ByteClass.isDigit(self[place]) else { return nil }
      value = value &* 10 &+ Int64(self[place] &- 0x30)
    }
    return value
  }

  /// The `-` of a date or the `:` of a time behind the first digits; nil in a number.
  var separator: UInt8? {
    var place = 0
    while ByteClass.isDigit(self[place]) {
      place += 1
    }
    let byte = self[place]
    return place > 0 && (byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")) ? byte : nil
  }
}
