/// Levels as the screen shows them.
enum LevelText {
  /// `−6.2 dB`, `0.0 dB`, `+1.5 dB`; below −100 dB `−inf`.
  static func level(_ decibels: Double, _ encoding: TextEncoding) -> String {
    let number = number(decibels, encoding)
    return decibels > -100 ? number + " dB" : number
  }

  /// The same without the unit.
  static func number(_ decibels: Double, _ encoding: TextEncoding) -> String {
    guard decibels > -100 else { return encoding.minus + "inf" }
    let tenths = Int((min(decibels, 999) * 10).rounded())
    let sign = tenths < 0 ? encoding.minus : tenths > 0 ? "+" : ""
    return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  /// Cells of the widest usual level: `−12.3 dB`.
  static let width = 8
  /// The same without the unit.
  static let numberWidth = 5
}
