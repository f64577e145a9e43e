/// How far an offline render is.
struct RenderProgress: Hashable, Sendable {
  /// The file that is written.
  var name: String
  /// Seconds of sound so far.
  var rendered: Double
  /// Seconds of sound in all; nil if nobody knows.
  var total: Double?
  /// Seconds of time so far.
  var elapsed: Double

  /// `mix.flac  ▇▇▇▇▇▇▇▇────────────  45 %  83× real time  0:12 left`
  func line(columns: Int, _ encoding: TextEncoding) -> String {
    let shownName = encoding.encoded(ShownText.of(name))
    var parts: [String] = []
    var bar: String?
    if let total, total > 0 {
      let part = max(0, min(rendered / total, 1))
      bar = Self.bar(part, encoding)
      let percent = "\(Int((part * 100).rounded(.down)))"
      parts.append(TextWidth.aligned(percent, to: 3) + " %")
    } else {
      parts.append(TimeText.position(rendered))
    }
    if let speed = speed(encoding) { parts.append(speed) }
    if let left { parts.append(TimeText.duration(left, .up) + " left") }
    let candidates: [[String?]] = [
      [shownName, bar] + parts, [shownName] + parts, [bar] + parts, parts, Array(parts.prefix(1)),
    ]
    let lines = candidates.map { $0.compactMap { $0 }.joined(separator: "  ") }
    return lines.first { TextWidth.cells(of: $0) <= columns }
      ?? TextWidth.cut(lines.last!, to: columns, encoding)
  }

  /// `mix.flac: 4:32.0 in 3.2 s, 85× real time`
  func summary(_ encoding: TextEncoding) -> String {
    let tenths = Int((max(0, min(elapsed, 1e9)) * 10).rounded())
    let speed = speed(encoding).map { ", " + $0 } ?? ""
    return encoding.encoded(ShownText.of(name))
      + ": \(TimeText.position(rendered)) in \(tenths / 10).\(tenths % 10) s\(speed)"
  }

  private static let barWidth = 20

  private static func bar(_ part: Double, _ encoding: TextEncoding) -> String {
    let full = Int((part * Double(barWidth)).rounded())
    let signs = encoding == .utf8 ? ("▇", "─") : ("#", "-")
    return String(repeating: signs.0, count: full)
      + String(repeating: signs.1, count: barWidth - full)
  }

  private func speed(_ encoding: TextEncoding) -> String? {
    guard elapsed > 0, rendered > 0 else { return nil }
    let speed = rendered / elapsed
    let times = encoding == .utf8 ? "×" : "x"
    if speed >= 10 { return "\(Int(min(speed, 1e9).rounded()))\(times) real time" }
    let tenths = Int((speed * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)\(times) real time"
  }

  /// Seconds of time until the end, if it goes on like this.
  private var left: Double? {
    guard let total, rendered > 0, elapsed > 0 else { return nil }
    return max(0, total - rendered) * elapsed / rendered
  }
}
