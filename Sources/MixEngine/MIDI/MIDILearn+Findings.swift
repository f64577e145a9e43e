extension MIDILearn {
  /// The controls that moved, the most moved first, without what is part of another.
  var findings: [MIDILearnFinding] {
    let moved = tracks.filter { !$0.value.isRelease && !isPart($0.key, $0.value) }
    let findings = moved.map { key, track in
      let (kind, isSure) = track.kind(of: key.control)
      return MIDILearnFinding(
        port: key.port, control: key.control, channel: key.channel, kind: kind,
        range: track.least...track.greatest, valueCount: track.valueCount,
        messageCount: track.count, isSure: isSure)
    }
    return findings.sorted { left, right in
      if left.messageCount != right.messageCount { return left.messageCount > right.messageCount }
      let before = (left.port.client, left.port.port, left.channel, left.control.number)
      let after = (right.port.client, right.port.port, right.channel, right.control.number)
      return before == after
        ? left.control.kind.rawValue < right.control.kind.rawValue : before < after
    }
  }

  private func isPart(_ key: Key, _ track: MIDILearnTrack) -> Bool {
    switch key.control.kind {
    case .cc:
      return isOfParameter(key) || isOfProgram(key, track)
        || key.control.number < 64 && isPair(key, key.control.number & 31)
    case .cc14:
      return isOfParameter(key) || !isPair(key, key.control.number)
    case .pressure: return presses(on: key) { $0.kind == .note }
    case .keyPressure:
      return presses(on: key) { $0 == MIDIControl(.note, key.control.number) }
    case .note: return isTouch(key, track)
    case .program, .nrpn, .rpn, .pitchBend: return false
    }
  }

  /// Whether two controllers are the halves of one value: they came together, nearly always, as often
  /// as the one that came less could.
  private func isPair(_ key: Key, _ number: Int) -> Bool {
    guard let upper = track(key, .cc, number), let lower = track(key, .cc, number + 32),
      track(key, .cc14, number) != nil
    else { return false }
    return 4 * min(upper.pairCount, lower.pairCount) >= 3 * min(upper.count, lower.count)
  }

  private func isOfParameter(_ key: Key) -> Bool {
    let isData =
      switch (key.control.kind, key.control.number) {
      case (.cc, 6), (.cc, 38), (.cc, 96...101), (.cc14, 6): true
      default: false
      }
    return isData
      && tracks.keys.contains {
        $0.port == key.port && $0.channel == key.channel
          && ($0.control.kind == .nrpn || $0.control.kind == .rpn)
      }
  }

  /// Whether it is the bank that goes before a program.
  private func isOfProgram(_ key: Key, _ track: MIDILearnTrack) -> Bool {
    key.control.number & 31 == 0 && key.control.number < 64
      && tracks.contains {
        $0.key.port == key.port && $0.key.channel == key.channel
          && $0.key.control.kind == .program && $0.value.count >= track.count
      }
  }

  private func presses(on key: Key, _ isIt: (MIDIControl) -> Bool) -> Bool {
    tracks.contains {
      $0.key.port == key.port && $0.key.channel == key.channel && isIt($0.key.control)
        && $0.value.presses > 0
    }
  }

  /// Whether a note says that a hand lies on the fader that moves: pressed once, before it moves, and let
  /// go after it.
  private func isTouch(_ key: Key, _ note: MIDILearnTrack) -> Bool {
    guard note.presses == 1, note.count <= 2 else { return false }
    return tracks.contains { other, track in
      guard other.port == key.port, track.valueCount >= 5, note.firstTime <= track.firstTime else {
        return false
      }
      switch other.control.kind {
      case .pitchBend, .cc, .nrpn: return note.last != 0 || note.lastTime >= track.lastTime
      default: return false
      }
    }
  }

  private func track(_ key: Key, _ kind: MIDIControl.Kind, _ number: Int) -> MIDILearnTrack? {
    tracks[Key(port: key.port, channel: key.channel, control: MIDIControl(kind, number))]
  }
}
