extension MIDIMapper {
  /// Messages that a device gets at once, so that a cable of 3125 bytes a second is never full:
  /// 16 × 50 × 3 bytes.
  private static let messagesPerTick = 16
  /// For how long a display that is also a control is left alone after a hand moved it: a motor
  /// fader would fight the hand.
  private static let restTicks = 15

  /// Sends the lights that changed. To be called `ticksPerSecond` times a second.
  public func tick() {
    time += 1
    for id in ports.keys { showLights(id) }
  }

  /// Whether any connected device has something to show.
  public var hasLights: Bool { ports.values.contains { !$0.lights.isEmpty } }

  /// Puts all lights out, at the end.
  public func darken() {
    for (id, port) in ports {
      for (key, shown) in port.lights where port.sent[key] != nil {
        // A motor fader stays where it is.
        guard let off = shown.lazy.compactMap({ self.entries[$0].entry.light?.off }).first,
          port.sent[key] != off
        else { continue }
        for message in key.control.messages(channel: key.channel, value: off) {
          desk.send(message, to: id)
        }
        ports[id]?.sent[key] = off
      }
    }
  }

  private func showLights(_ id: MIDIPort.ID) {
    guard let port = ports[id], !port.lights.isEmpty else { return }
    var left = Self.messagesPerTick, place = port.next
    for _ in port.lights.indices {
      if place >= port.lights.count { place = 0 }
      let (key, shown) = port.lights[place]
      place += 1
      guard let value = value(of: shown, key, port), port.sent[key] != value else { continue }
      if port.sent[key] == nil, port.received[key]?.value == value {
        // A hand told us, so the device knows.
        ports[id]?.sent[key] = value
        continue
      }
      let messages = key.control.messages(channel: key.channel, value: value)
      guard left >= messages.count else {
        place -= 1
        break
      }
      left -= messages.count
      ports[id]?.sent[key] = value
      for message in messages { desk.send(message, to: id) }
    }
    ports[id]?.next = place
  }

  /// What is to be sent to a light; nil: nothing now.
  private func value(
    of shown: [Int], _ key: MIDIPortState.LightKey, _ port: MIDIPortState
  ) -> Int? {
    let index =
      shown.first { layer != nil && entries[$0].entry.layer == layer }
      ?? shown.first { entries[$0].entry.layer == nil && !isAsleep($0, port) }
    guard let index else {
      // A light of another layer is out.
      return shown.lazy.compactMap { self.entries[$0].entry.light?.off }.first
    }
    let entry = entries[index].entry
    switch entry.task {
    case .move(let targets):
      guard let light = entry.light, let target = targets.first else { return nil }
      return light.value(state(of: target, entry, isDown: !entries[index].down.isEmpty))
    case .show(let reading):
      let position = reading.scale.position(of: reading.value())
      let value = Int((Double(position) * Double(key.control.greatestValue)).rounded())
      if let hand = port.received[key], time - hand.time < Self.restTicks { return nil }
      return value
    }
  }

  /// Whether the same control does something else in the active layer.
  private func isAsleep(_ index: Int, _ port: MIDIPortState) -> Bool {
    guard let layer else { return false }
    let entry = entries[index].entry
    return port.entries.contains { other in
      let other = entries[other].entry
      return other.layer == layer && other.control == entry.control
        && (other.channel == nil || entry.channel == nil || other.channel == entry.channel)
    }
  }

  private func state(
    of target: MIDITarget, _ entry: MIDIEntry, isDown: Bool
  ) -> MIDILightState {
    switch target.kind {
    case .parameter(let parameter, let descriptor, let scale):
      let wanted = parameter.wanted
      if let value = entry.value { return wanted == Float(value.number) ? .on : .off }
      if descriptor.isSwitch { return wanted > 0.5 ? .on : .off }
      return wanted == scale.low ? .off : .on
    case .action(let action, _):
      let state = action.light()
      return isDown && state == .off ? .on : state
    case .layer(let target): return layer == target ? .on : .off
    }
  }
}

extension MIDIControl {
  /// The largest value that it sends.
  var greatestValue: Int {
    switch kind {
    case .cc14, .nrpn, .rpn, .pitchBend: 16383
    default: 127
    }
  }

  /// The messages that say a value of it, as bytes.
  func messages(channel: Int, value: Int) -> [[UInt8]] {
    func message(_ status: Int, _ data: Int...) -> [UInt8] {
      [UInt8(status | channel & 15)] + data.map { UInt8($0 & 127) }
    }
    func controllers(_ pairs: (Int, Int)...) -> [[UInt8]] {
      pairs.map { message(0xB0, $0.0, $0.1) }
    }
    let value = min(max(value, 0), greatestValue)
    switch kind {
    case .note: return [message(0x90, number, value)]
    case .keyPressure: return [message(0xA0, number, value)]
    case .cc: return controllers((number, value))
    case .program: return [message(0xC0, number)]
    case .pressure: return [message(0xD0, value)]
    case .pitchBend: return [message(0xE0, value, value >> 7)]
    case .cc14: return controllers((number, value >> 7), (number + 32, value))
    case .nrpn:
      return controllers((99, number >> 7), (98, number), (6, value >> 7), (38, value))
    case .rpn:
      return controllers((101, number >> 7), (100, number), (6, value >> 7), (38, value))
    }
  }
}
