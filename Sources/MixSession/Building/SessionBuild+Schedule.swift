import MixEngine

extension SessionBuild {
  /// What happens by itself, by frame; at one frame: takes before players, so that nothing is
  /// missed, then events in the order of the file.
  func makeSchedule(rate: SampleRate) -> [Action] {
    var actions: [Action] = []
    for recorder in plan.recorders {
      guard let frame = frame(of: recorder.start.value, rate),
        let tap = recorders[recorder.name]
      else { continue }
      actions.append(Action(.beginTake, target: tap.slot, frame: frame))
    }
    for strip in plan.strips {
      if let tap = inputTaps[strip.name] {
        actions.append(Action(.beginTake, target: tap.slot, frame: 0))
      }
      if let kept = keptInputs[strip.name] {
        actions.append(Action(.play, target: kept.slot, frame: 0))
      }
      guard let player = strip.player, let module = players[strip.name],
        let frame = frame(of: player.start.value, rate)
      else { continue }
      actions.append(Action(.play, target: module.slot, frame: frame))
    }
    for event in plan.events {
      guard let target = target(event.to.value, event.entry) else { continue }
      actions += target.actions(
        event.value.value, at: rate.frames(seconds: event.at.value),
        duration: rate.frames(seconds: event.over.value))
    }
    // Swift's sort keeps the order of equals.
    return actions.sorted { $0.frame < $1.frame }
  }

  private func frame(of start: StartMode, _ rate: SampleRate) -> Int64? {
    switch start {
    case .auto: 0
    case .manual: nil
    case .at(let seconds): rate.frames(seconds: seconds)
    }
  }

  /// What is sent to the running engine when a change has brought these strips and recorders: what
  /// would have started with the session starts now.
  public func startActions(for change: SessionChange) -> [Action] {
    let begun = plan.recorders.filter {
      $0.start.value == .auto
        && (change.added.contains($0.address) || change.retakenRecorders.contains($0.name))
    }
    let started = plan.strips.filter {
      $0.player?.start.value == .auto && change.added.contains($0.address)
    }
    return begun.compactMap { recorders[$0.name] }.map { Action(.beginTake, target: $0.slot) }
      + started.compactMap { players[$0.name] }.map { Action(.play, target: $0.slot) }
  }

  /// What is sent before a change takes these recorders away, or gives them another file: their
  /// takes end.
  public func endActions(for change: SessionChange) -> [Action] {
    plan.recorders.filter {
      change.removed.contains($0.address) || change.retakenRecorders.contains($0.name)
    }.compactMap { recorders[$0.name] }.map { Action(.endTake, target: $0.slot) }
  }
}
