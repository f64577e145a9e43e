/// Reads numbers and lengths of time as people type them, in the C locale whatever theirs is.
enum TypedNumber {
  /// A decimal number such as `8`, `-6.5` or `1e3`; nil for anything else, infinity included.
  static func number(_ bytes: [UInt8]) -> Double? {
    // Double's own reader also takes "nan", "inf" and hexadecimal digits.
    let allowed = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard allowed, let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return value
  }

  /// Seconds, or `m:s` or `h:m:s`, the last part with decimals; nil for anything else.
  static func seconds(_ bytes: [UInt8]) -> Double? {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count > 1 else { return number(bytes) }
    guard parts.count <= 3 else { return nil }
    var total = 0.0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let isWhole = part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard let value = number(Array(part)), value >= 0, isLast || isWhole else { return nil }
      if index > 0, value >= 60 { return nil }
      total = total * 60 + value
    }
    return total
  }

  /// A whole number without sign; nil for anything else.
  static func whole(_ bytes: [UInt8]) -> UInt64? {
    guard bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return UInt64(String(decoding: bytes, as: UTF8.self))
  }

  /// The shortest usual form: `8`, `0.5`.
  static func shown(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }
}
