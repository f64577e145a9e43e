import MixIO
import MixSession

/// Reads an events file and prints what is wrong with it.
struct PerformanceLoader {
  private let messages: Messages

  init(_ messages: Messages) { self.messages = messages }

  /// The performance, or nil when there are errors; they, and warnings, have been printed.
  func load(
    _ path: FilePath, for plan: SessionPlan, settings: [SessionSetting]
  ) -> Performance? {
    let bytes: [UInt8]
    switch FileContent.read(path) {
    case .success(let content): bytes = content
    case .failure(let failure):
      messages.print(
        failure.isMissing
          ? Problem(
            "no events file '\(path.shown)'",
            help: NearbyFile.suggestion(for: path).map { "did you mean \($0)?" }
              ?? "stackdeck run SESSION --write-events FILE makes one")
          : Problem("cannot read \(path.shown): \(failure.text)"))
      return nil
    }
    let (performance, diagnostics) = PerformanceReader.read(
      bytes: bytes, file: path.isStandardStream ? "standard input" : path.shown, for: plan,
      settings: settings.map(\.typed))
    for diagnostic in diagnostics { messages.print(diagnostic, bytes: bytes) }
    if let performance { compare(performance.header, with: plan, settings) }
    return performance
  }

  /// Warns of what is different from when it was performed; the session that is there now is used.
  private func compare(
    _ header: PerformanceHeader, with plan: SessionPlan, _ settings: [SessionSetting]
  ) {
    if let text = header.text, Array(text.value.utf8) != plan.source.bytes {
      messages.print(
        Problem(
          "\(plan.source.file) is not as it was when this was performed", severity: .warning,
          help: "the text from then stands in the first line of the events file"))
    }
    if let kept = header.settings, kept.value != settings.map(\.typed) {
      messages.print(
        Problem(
          "this was performed with other settings", severity: .warning,
          help: kept.value.isEmpty
            ? "leave --set out" : kept.value.map { "--set \($0)" }.joined(separator: " ")))
    }
  }

  /// Warns of players whose files have another content than when it was performed.
  func compare(_ hashes: [(player: String, hash: Placed<String>)], with mix: Mix) {
    for (player, hash) in hashes {
      guard let file = mix.files[player] else { continue }
      let path = FilePath(bytes: file.path)
      guard let now = FileHash(of: path), now.text != hash.value else { continue }
      messages.print(
        Problem(
          "player \(player): \(path.shown) is not the file that was played when this was performed",
          severity: .warning))
    }
  }
}
