/// The order in which people count: "2" before "10", capitals like small letters.
enum NaturalOrder {
  static func isBefore(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    var i = 0, j = 0
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let (first, second) = (number(a, &i), number(b, &j))
        if first.count != second.count { return first.count < second.count }
        if first != second { return first.lexicographicallyPrecedes(second) }
        continue
      }
      let (x, y) = (lower(a[i]), lower(b[j]))
      if x != y { return x < y }
      i += 1
      j += 1
    }
    if a.count - i != b.count - j { return a.count - i < b.count - j }
    return a.lexicographicallyPrecedes(b)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte
  }

  /// The digits at a place, without leading zeros.
  private static func number(_ text: [UInt8], _ at: inout Int) -> ArraySlice<UInt8> {
    let start = at
    while at < text.count, isDigit(text[at]) { at += 1 }
    let digits = text[start..<at].drop { $0 == 0x30 }
    return digits.isEmpty ? text[(at - 1)..<at] : digits
  }
}
