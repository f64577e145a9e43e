/// Makes the nearest `Double` of a decimal number.
enum FloatReader {
  /// Powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// More significant digits than this only matter by not being zero: the decimal expansion of a value
  /// half-way between two `Double`s has 767 at most.
  private static let significantDigits = 800

  /// The value of a well-formed word; infinite if it is too large for a `Double`.
  static func value(of word: Word) -> Double {
    var mantissa: UInt64 = 0
    var digitCount = 0
    var exponent = 0
    var isFraction = false
    var place = 0
    while place < word.count {
      let byte = word[place]
      if ByteClass.isDigit(byte) {
        if digitCount > 0 || byte != UInt8(ascii: "0") {
          digitCount += 1
        }
        if digitCount <= 18 {
          mantissa = mantissa * 10 + UInt64(byte - 0x30)
        }
        exponent -= isFraction ? 1 : 0
      } else if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte | 0x20 == UInt8(ascii: "e") {
        break
      }
      place += 1
    }
    exponent += writtenExponent(word, from: place + 1)
    // Both numbers are exact, so their product or quotient is the nearest value (Clinger, 1990).
    if digitCount <= 18, mantissa < 1 << 53, abs(exponent) <= 22 {
      let power = powers[abs(exponent)]
      let magnitude = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
      return word[0] == UInt8(ascii: "-") ? -magnitude : magnitude
    }
    return slowValue(of: word, exponent: exponent)
  }

  /// Held within what no count of digits can bring back into the range of a `Double`.
  private static func writtenExponent(_ word: Word, from start: Int) -> Int {
    var exponent = 0
    for place in start..<max(start, word.count) where ByteClass.isDigit(word[place]) {
      exponent = min(exponent * 10 + Int(word[place] - 0x30), 1 << 40)
    }
    return word[start] == UInt8(ascii: "-") ? -exponent : exponent
  }

  /// By the standard library, from an integer with an exponent and of bounded length.
  private static func slowValue(of word: Word, exponent: Int) -> Double {
    var text: [UInt8] = word[0] == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
    var digitCount = 0
    var exponent = exponent
    var isCut = false
    for place in 0..<word.count {
      let byte = word[place]
      if byte | 0x20 == UInt8(ascii: "e") {
        break
      }
      guard ByteClass.isDigit(byte), digitCount > 0 || byte != UInt8(ascii: "0") else { continue }
      digitCount += 1
      if digitCount <= significantDigits {
        text.append(byte)
      } else {
        isCut = isCut || byte != UInt8(ascii: "0")
        exponent += 1
      }
    }
    guard digitCount > 0 else { return word[0] == UInt8(ascii: "-") ? -0.0 : 0 }
    if isCut {
      text.append(UInt8(ascii: "1"))
      exponent -= 1
    }
    // Exponents that are out of reach either way, so that the standard library need not see them.
    if exponent > 400 {
      return word[0] == UInt8(ascii: "-") ? -.infinity : .infinity
    }
    if exponent < -2000 {
      return word[0] == UInt8(ascii: "-") ? -0.0 : 0
    }
    let written = String(decoding: text, as: UTF8.self) + "e\(exponent)"
    return Double(written) ?? (word[0] == UInt8(ascii: "-") ? -0.0 : 0)
  }
}
