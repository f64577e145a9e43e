import MixSession

/// What is said before a render, of sounds that it can't have.
extension RenderJob {
  /// Says which players nobody starts: a render has no hands.
  static func warnOfWaiting(
    _ plan: SessionPlan, _ performance: Performance?, _ messages: Messages
  ) {
    let told = Set(plan.events.map(\.to.value)).union(performance?.addresses ?? [])
    let waiting = plan.strips.filter { strip in
      guard let player = strip.player, player.file != nil, player.start.value == .manual else {
        return false
      }
      return !told.contains("\(strip.address).play") && !told.contains("\(strip.address).restart")
    }.map(\.name)
    guard !waiting.isEmpty else { return }
    let many = waiting.count > 1
    messages.print(
      Problem(
        "player\(many ? "s" : "") \(waiting.joined(separator: ", ")) wait\(many ? "" : "s") for play and nothing here can give it",
        severity: .warning))
  }

  /// Says which live inputs are silent. What is played back says by itself what was not kept of them.
  static func warnOfSilence(_ mix: Mix, _ messages: Messages) {
    let silent = mix.plan.strips.filter { $0.input != nil }.map(\.name)
    guard mix.performance == nil, !silent.isEmpty else { return }
    let many = silent.count > 1
    messages.print(
      Problem(
        "input\(many ? "s" : "") \(silent.joined(separator: ", ")) \(many ? "are" : "is") silent here: nothing is live in a render",
        severity: .warning))
  }
}
