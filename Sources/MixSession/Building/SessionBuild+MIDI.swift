import MixEngine

extension SessionBuild {
  /// The plan's maps with the engine's ends of their addresses.
  ///
  /// Control thread; the map may then be given to the MIDI thread.
  /// - Parameter request: is asked on the MIDI thread for what the engine alone can't do.
  public func midiMap(
    _ midi: MIDIPlan, request: @escaping @Sendable (ActionKind, AddressValue) -> Void
  ) -> MIDIMap {
    let layers = midi.layers
    let sections = midi.sections.map { section in
      MIDISection(
        connect: section.connect.map(\.value), initMessages: section.initMessages,
        entries: section.entries.compactMap { entry($0, of: section, layers, request) })
    }
    return MIDIMap(sections: sections, layers: layers)
  }

  private func entry(
    _ plan: MIDIEntryPlan, of section: MIDISectionPlan, _ layers: [String],
    _ request: @escaping @Sendable (ActionKind, AddressValue) -> Void
  ) -> MIDIEntry? {
    let task: MIDIEntry.Task
    if let from = plan.from {
      guard let reading = reading(from.value, plan) else { return nil }
      task = .show(reading)
    } else {
      let targets = plan.to.compactMap { target($0.value, plan, layers, request) }
      guard !targets.isEmpty else { return nil }
      task = .move(targets)
    }
    var entry = MIDIEntry(plan.control, channel: plan.channel, port: plan.port?.value, task)
    entry.relative = plan.relative
    entry.sensitivity = Float(plan.sensitivity)
    entry.takeover = plan.takeover ?? section.takeover.value
    entry.isHeld = plan.isHeld
    entry.value = plan.value
    entry.step = plan.step.map { Float($0) }
    entry.layer = plan.layer.flatMap { layers.firstIndex(of: $0) }
    entry.light = plan.light.map { light in
      MIDILight(
        light.control ?? plan.control, channel: light.channel ?? plan.channel ?? 0, on: light.on,
        off: light.off, wait: light.wait, loaded: light.loaded)
    }
    return entry
  }

  // MARK: Targets

  private func target(
    _ address: String, _ plan: MIDIEntryPlan, _ layers: [String],
    _ request: @escaping @Sendable (ActionKind, AddressValue) -> Void
  ) -> MIDITarget? {
    guard case .success(let target) = target(address) else { return nil }
    let range = plan.range.map { (low: Float($0[0]), high: Float($0[1])) }
    switch target {
    case .parameter(let parameter, let descriptor):
      let scale = MIDIScale(descriptor, range: range, isLinear: plan.isLinear)
      return MIDITarget(address, .parameter(parameter, descriptor, scale))
    case .request(.layer):
      let name = String(address.dropFirst("layer.".utf8.count))
      return layers.firstIndex(of: name).map { MIDITarget(address, .layer($0)) }
    case .request(let kind):
      return MIDITarget(
        address, .action(MIDIAction(kind.argument.ofMIDI, request: { request(kind, $0) }), nil))
    case .fade:
      let action = MIDIAction(.number) { target.actions($0, at: $1) }
      return MIDITarget(address, .action(action, nil))
    case .mark(let tap):
      let action = MIDIAction(.none, light: light(of: .mark, [tap.slot])) {
        target.actions($0, at: $1)
      }
      return MIDITarget(address, .action(action, nil))
    case .action(let kind, let slots):
      let action = MIDIAction(kind.argument.ofMIDI, light: light(of: kind, slots)) {
        target.actions($0, at: $1)
      }
      return MIDITarget(
        address, .action(action, range.map { MIDIScale(low: $0.low, high: $0.high) }))
    }
  }

  /// What a light says of an action.
  private func light(of kind: ActionKind, _ slots: [Int32]) -> @Sendable () -> MIDILightState {
    if let player = players.values.first(where: { slots == [$0.slot] }) {
      return {
        switch player.playState {
        case .playing: .on
        case .waiting: .wait
        case .loaded, .paused, .ended: .loaded
        case .empty: .off
        }
      }
    }
    if let tap = recorders.values.first(where: { slots == [$0.slot] }) {
      if kind == .pause { return { tap.isHeld ? .on : .off } }
      return { tap.isRecording ? .on : .off }
    }
    return { .off }
  }

  // MARK: Readings

  private func reading(_ address: String, _ plan: MIDIEntryPlan) -> MIDIReading? {
    let range = plan.range.map { (low: Float($0[0]), high: Float($0[1])) }
    if case .success(.parameter(let parameter, let descriptor)) = target(address) {
      let scale = MIDIScale(descriptor, range: range, isLinear: plan.isLinear)
      return MIDIReading(address, scale) { parameter.wanted }
    }
    guard case .reading(let kind)? = addresses[address] else { return nil }
    let parts = address.split(separator: ".").map(String.init)
    let name = parts[1], usual = kind.usualRange
    func shown(
      _ low: Float, _ high: Float, _ value: @escaping @Sendable () -> Float
    ) -> MIDIReading {
      MIDIReading(
        address,
        MIDIScale(
          low: range?.low ?? usual.map { Float($0.low) } ?? low,
          high: range?.high ?? usual.map { Float($0.high) } ?? high), value: value)
    }
    switch kind {
    case .level, .clip:
      return meters[name]?.addReader().map { reader in
        let display = LevelDisplay(reader)
        return shown(0, 1) { kind == .level ? display.level() : display.hasClipped() ? 1 : 0 }
      }
    case .position:
      if let tap = recorders[name], parts[0] == "recorder" {
        let rate = Double(sampleRate.hertz)
        return shown(0, 3600) { Float(Double(tap.frameCount) / rate) }
      }
      return players[name].map { player in
        shown(0, 600) { Self.seconds(player.position, player) }
      }
    case .remaining:
      return players[name].map { player in
        shown(0, 600) { player.remaining.map { Self.seconds($0, player) } ?? 0 }
      }
    case .state:
      return players[name].map { player in
        shown(0, 1) { player.playState == .playing ? 1 : 0 }
      }
    case .drift:
      return inputs[name].map { input in
        let bridge = input.bridge
        return shown(-100, 100) { Float(bridge.report.driftPPM) }
      }
    case .reduction:
      if parts[0] == "bus" {
        // What is heard, where that is another sum.
        let place = "bus.\(name).limiter"
        let limiter = modules[place + Rendition.heard.suffix] ?? modules[place]
        return (limiter as? BusLimiter).map { limiter in shown(0, -24) { limiter.reduction } }
      }
      return (modules["\(parts[0]).\(name)"] as? Effect).map { effect in
        shown(0, -24) { effect.reduction ?? 0 }
      }
    }
  }

  private static func seconds(_ frames: Int64, _ player: FilePlayer) -> Float {
    guard let rate = player.file?.table.sampleRate, rate > 0 else { return 0 }
    return Float(Double(frames) / Double(rate))
  }
}

extension ActionKind.Argument {
  fileprivate var ofMIDI: MIDIAction.Argument {
    switch self {
    // A press gives what its entry says, or nothing.
    case .none, .optionalText: .none
    case .toggle: .toggle
    case .position, .seconds: .number
    case .optionalPosition: .optionalNumber
    }
  }
}
