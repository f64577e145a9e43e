/// Times as the screen shows them.
enum TimeText {
  /// `1:23.4`, from an hour on `1:02:03.4`. Seconds; rounded down, so that what has not come yet is
  /// not shown.
  static func position(_ seconds: Double) -> String {
    let tenths = whole(seconds * 10, .down)
    return "\(minutes(tenths / 10)).\(tenths % 10)"
  }

  /// `−3:12`. Seconds; rounded up, so that zero is the end.
  static func remaining(_ seconds: Double, _ encoding: TextEncoding) -> String {
    encoding.minus + duration(seconds, .up)
  }

  /// `3:12`. Seconds.
  static func duration(
    _ seconds: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> String {
    minutes(whole(seconds, rule))
  }

  private static func minutes(_ seconds: Int) -> String {
    let (hours, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    if hours == 0 { return "\(minute):\(twoDigits(second))" }
    return "\(hours):\(twoDigits(minute)):\(twoDigits(second))"
  }

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// Never negative; what is no number is 0. A thousandth of a unit is lost in arithmetic.
  private static func whole(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
    guard value.isFinite, value > 0 else { return 0 }
    let nearest = value.rounded()
    return Int(min(abs(value - nearest) < 1e-3 ? nearest : value.rounded(rule), 1e12))
  }
}
