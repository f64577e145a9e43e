/// Where the crossfader stands: `●────┼─────`. A tenth of its way, which is what a key moves, is a
/// cell.
enum CrossfaderBar {
  static let width = 11

  /// - Parameter position: −1 left … 1 right.
  static func text(_ position: Double, _ encoding: TextEncoding) -> String {
    let middle = width / 2
    let limited = max(-1, min(position.isNaN ? 0 : position, 1))
    let knob = middle + Int((limited * Double(middle)).rounded())
    let signs: (knob: Character, middle: Character, track: Character) =
      encoding == .utf8 ? ("●", "┼", "─") : ("O", "+", "-")
    return String(
      (0..<width).map { cell in
        cell == knob ? signs.knob : cell == middle ? signs.middle : signs.track
      })
  }
}
