/// What the screen shows of the output.
struct OutputView: Hashable, Sendable {
  /// `pulse: Built-in`, `mix.flac`
  var name: String
  /// Milliseconds; nil where there is none.
  var latency: Double?
  /// Nil where there can be none.
  var underruns: Int?
  /// A word that stands for the latency while the output does not play: `reconnecting`.
  var trouble: String?

  /// From all that is known to the name alone.
  var forms: [String] {
    let time = trouble ?? latency.map { "\(Int($0.rounded())) ms" }
    let count = underruns.map { "\($0) underrun\($0 == 1 ? "" : "s")" }
    let all = [name, time, count].compactMap { $0 }
    let short = [name, trouble ?? (underruns ?? 0 > 0 ? count : time)].compactMap { $0 }
    return [all, short, [name]].map { $0.joined(separator: ", ") }
  }
}
