/// Positions as text: "m:s" and "h:m:s" with decimals.
public enum PositionText {
  /// 100 days: more is a slip of the finger.
  static let limit = 8_640_000.0

  /// How positions are written, for helps.
  static let rule = "seconds (170.5), or \"m:s\" or \"h:m:s\" with minutes and seconds below 60"

  /// Seconds that a text means; nil if it is no position.
  public static func seconds(_ text: String) -> Double? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var whole = 0.0
    for (place, part) in parts.dropLast().enumerated() {
      guard let number = digits(part), place == 0 || number < 60 else { return nil }
      whole = whole * 60 + number
    }
    let last = parts[parts.count - 1].split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let seconds = digits(last[0]), seconds < 60 else { return nil }
    guard last.count == 2 else { return whole * 60 + seconds }
    guard digits(last[1], limit: 12) != nil,
      let value = Double(String(decoding: parts[parts.count - 1], as: UTF8.self))
    else { return nil }
    return whole * 60 + value
  }

  /// "3:25", "1:02:03.5"
  public static func text(of seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return Shown.number(seconds) }
    let tenths = Int((seconds * 10).rounded())
    let (hours, minutes) = (tenths / 36000, tenths / 600 % 60)
    let (whole, tenth) = (tenths / 10 % 60, tenths % 10)
    let tail = (whole < 10 ? "0" : "") + "\(whole)" + (tenth > 0 ? ".\(tenth)" : "")
    if hours == 0 { return "\(minutes):\(tail)" }
    return "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes):\(tail)"
  }

  private static func digits(_ text: Substring.UTF8View, limit: Int = 7) -> Double? {
    guard !text.isEmpty, text.count <= limit,
      text.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
    else { return nil }
    return Double(String(decoding: text, as: UTF8.self))
  }
}
