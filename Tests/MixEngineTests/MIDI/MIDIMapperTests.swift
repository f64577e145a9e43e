import Testing

@testable import MixEngine

@Suite struct MIDIMapperTests {
  private static let gain = DeskRig.gain
  private static let balance = Fader.descriptors[1]
  private static let mute = DeskRig.mute
  private static let frequency = ParameterDescriptor(
    "frequency", .hertz, 10...20_000, default: 1000, taper: .logarithmic(low: 20, high: 20_000))

  private func entry(_ control: MIDIControl, _ targets: MIDITarget...) -> MIDIEntry {
    MIDIEntry(control, .move(targets)).with { $0.takeover = .jump }
  }

  // MARK: Ways

  /// Mixxx's audio taper with a floor of −20 dB, in its formula: (10^((m − p·m)/20) − k)/(1 − k).
  @Test(arguments: [(0, -Float.infinity), (32, -21.3), (64, -12.4), (127, 0)])
  func `a fader goes by the audio taper`(value: Int, decibels: Float) {
    let rig = DeskRig()
    let gain = rig.parameter(Self.gain, "player.a.gain")
    rig.use([entry(MIDIControl(.cc, 0), rig.target(Self.gain, "player.a.gain"))])
    rig.cc(0, 64)
    rig.cc(0, value)
    #expect(gain.wanted == decibels || abs(gain.wanted - decibels) < 0.05)
  }

  @Test func `the middle of a balance is exactly the middle`() {
    let rig = DeskRig()
    let balance = rig.parameter(Self.balance, "player.a.balance")
    rig.use([
      entry(MIDIControl(.cc, 1), rig.target(Self.balance, "player.a.balance")),
      entry(MIDIControl(.pitchBend), rig.target(Self.balance, "player.a.balance")),
    ])
    for (value, expected) in [(0, -1), (127, 1), (64, 0)] as [(Int, Float)] {
      rig.cc(1, value)
      #expect(balance.wanted == expected)
    }
    for (value, expected) in [(0, -1), (16383, 1), (8192, 0)] as [(Int, Float)] {
      rig.receive(MIDIInput(MIDIControl(.pitchBend), channel: 3, .fine(value)))
      #expect(balance.wanted == expected)
    }
  }

  @Test func `a range narrows a way and turns it round, and linear is straight`() {
    let rig = DeskRig()
    let frequency = rig.parameter(Self.frequency, "effect.f.frequency")
    rig.use([
      entry(MIDIControl(.cc, 1), rig.target(Self.frequency, "effect.f.frequency")),
      entry(
        MIDIControl(.cc, 2),
        rig.target(Self.frequency, "effect.f.frequency", range: (8000, 200))),
      entry(
        MIDIControl(.cc, 3),
        rig.target(Self.frequency, "effect.f.frequency", range: (200, 8000), isLinear: true)),
    ])
    for (control, value, expected) in [
      // 20·1000^½, 8000·(1/40)^½, 200 + 7800/2
      (1, 64, 632.456), (2, 0, 8000), (2, 64, 1264.911), (2, 127, 200), (3, 64, 4100),
    ] as [(Int, Int, Float)] {
      rig.cc(control, value)
      #expect(abs(frequency.wanted / expected - 1) < 1e-5, "cc \(control) \(value)")
    }
  }

  // MARK: Take-over

  private func pickup(_ rig: DeskRig) -> Parameter {
    let gain = rig.parameter(Self.gain, "player.a.gain")
    rig.use([MIDIEntry(MIDIControl(.cc, 0), .move([rig.target(Self.gain, "player.a.gain")]))])
    return gain
  }

  @Test func `a fader at the bottom leaves a gain of 0 dB alone until it comes there`() {
    let rig = DeskRig()
    let gain = pickup(rig)
    rig.cc(0, 0)
    rig.cc(0, 60)
    #expect(gain.wanted == 0)
    guard case .waits(let wait)? = rig.takeNotices().last else {
      Issue.record("nothing said")
      return
    }
    #expect(wait.address == "player.a.gain" && wait.current == 0 && wait.way == .up)
    rig.cc(0, 120)
    #expect(gain.wanted == 0)
    // 126 is 125/126 of the way: within 3/128 of the end.
    rig.cc(0, 126)
    #expect(gain.wanted < 0 && gain.wanted > -0.5)
    #expect(rig.takeNotices().last == .caught(address: "player.a.gain"))
  }

  @Test func `a change from elsewhere arms the take-over again`() {
    let rig = DeskRig()
    let gain = pickup(rig)
    rig.cc(0, 127)
    rig.cc(0, 100)
    let moved = gain.wanted
    #expect(moved < -1)
    gain.set(-30)
    rig.cc(0, 99)
    rig.cc(0, 98)
    #expect(gain.wanted == -30)
    // Down past −30 dB in one sweep: caught in passing.
    rig.cc(0, 2)
    #expect(gain.wanted < -30)
  }

  @Test func `a replug arms the take-over again`() {
    let rig = DeskRig()
    let gain = pickup(rig)
    rig.cc(0, 127)
    rig.cc(0, 64)
    let moved = gain.wanted
    rig.unplug(20)
    rig.plug(24)
    rig.cc(0, 20, from: 24)
    #expect(gain.wanted == moved)
    rig.cc(0, 64, from: 20)
    rig.cc(0, 10, from: 20)
    #expect(gain.wanted == moved, "what is unplugged is heard no more")
  }

  @Test func `another map keeps what a control has caught`() {
    let rig = DeskRig()
    let gain = pickup(rig)
    rig.cc(0, 127)
    rig.cc(0, 64)
    let entries = rig.mapper.map.sections[0].entries
    rig.mapper.update(
      to: MIDIMap(sections: [MIDISection(connect: ["knobs"], entries: entries + entries)]))
    rig.cc(0, 60)
    #expect(abs(gain.wanted + 13.5) < 0.5, "60/128 of the way, at once")
  }

  // MARK: Buttons

  @Test func `a press toggles a switch, once per press`() {
    let rig = DeskRig()
    let mute = rig.parameter(Self.mute, "player.a.mute")
    rig.use([
      entry(MIDIControl(.note, 1), rig.target(Self.mute, "player.a.mute")),
      entry(MIDIControl(.cc, 1), rig.target(Self.mute, "player.a.mute")),
    ])
    rig.note(1, 1)
    #expect(mute.wanted == 1)
    rig.note(1, 0)
    #expect(mute.wanted == 1)
    rig.tap(1)
    #expect(mute.wanted == 0)
    for (value, expected) in [
      (63, 0), (64, 1), (100, 1), (127, 1), (64, 1), (63, 1), (0, 1), (127, 0),
    ] as [(Int, Float)] {
      rig.cc(1, value)
      #expect(mute.wanted == expected, "\(value)")
    }
  }

  @Test func `a held switch is true while it is down, and its opposite where it sets false`() {
    let rig = DeskRig()
    let mute = rig.parameter(Self.mute, "input.host.mute")
    rig.use([
      entry(MIDIControl(.note, 1), rig.target(Self.mute, "input.host.mute")).with {
        $0.isHeld = true
      },
      entry(MIDIControl(.note, 2), rig.target(Self.mute, "input.host.mute")).with {
        $0.isHeld = true
        $0.value = .toggle(false)
      },
    ])
    for (note, velocity, expected) in [(1, 90, 1), (1, 0, 0), (2, 90, 0), (2, 0, 1)]
      as [(Int, Int, Float)]
    {
      rig.note(note, velocity)
      #expect(mute.wanted == expected)
    }
  }

  @Test func `a button on a number goes to the high end and back, sets a value, or steps`() {
    let rig = DeskRig()
    let gain = rig.parameter(Self.gain, "player.a.gain")
    rig.use([
      entry(MIDIControl(.note, 1), rig.target(Self.gain, "player.a.gain", range: (-20, -6))),
      entry(MIDIControl(.note, 2), rig.target(Self.gain, "player.a.gain")).with {
        $0.value = .number(-3)
      },
      entry(MIDIControl(.note, 3), rig.target(Self.gain, "player.a.gain")).with { $0.step = 2 },
      entry(MIDIControl(.note, 4), rig.target(Self.gain, "player.a.gain")).with { $0.step = -70 },
      entry(MIDIControl(.note, 5), rig.target(Self.gain, "player.a.gain", range: (-20, -6))).with {
        $0.isHeld = true
      },
    ])
    for (note, expected) in [
      (1, -6), (1, -20), (1, -6), (2, -3), (3, -1), (3, 0), (4, -.infinity), (3, -60), (3, -58),
    ] as [(Int, Float)] {
      rig.tap(note)
      #expect(gain.wanted == expected, "note \(note)")
    }
    rig.note(5, 9)
    #expect(gain.wanted == -6)
    rig.note(5, 0)
    #expect(gain.wanted == -20)
  }

  @Test func `one control moves several targets`() {
    let rig = DeskRig()
    let first = rig.parameter(Self.gain, "player.a.gain")
    let second = rig.parameter(Self.gain, "player.b.gain")
    rig.use([
      entry(
        MIDIControl(.cc, 9), rig.target(Self.gain, "player.a.gain"),
        rig.target(Self.gain, "player.b.gain"))
    ])
    rig.cc(9, 0)
    #expect(first.wanted == -.infinity && second.wanted == -.infinity)
  }

  // MARK: Actions

  @Test func `a press acts at the frame for what arrives now`() {
    let rig = DeskRig()
    rig.use([
      entry(MIDIControl(.note, 1), rig.action("player.a.restart", .none, verb: .restart)),
      entry(MIDIControl(.note, 2), rig.action("player.a.seek", .number)).with {
        $0.value = .number(12.5)
      },
      entry(
        MIDIControl(.cc, 3),
        rig.action("player.a.seek", .number, scale: MIDIScale(low: 0, high: 200))),
      entry(MIDIControl(.program, 4), rig.action("player.a.restart", .none, verb: .restart)),
    ])
    rig.arrivalFrame = 4711
    rig.tap(1)
    rig.tap(2)
    rig.cc(3, 64)
    let actions = rig.takePerformed()
    #expect(actions.map(\.verb) == [.restart, .seek, .seek])
    #expect(actions.map(\.value) == [0, 12.5, 100])
    #expect(actions.allSatisfy { $0.frame == 4711 })
    for _ in 0..<2 {
      rig.receive(MIDIInput(MIDIControl(.program, 4), channel: 0, .coarse(127)))
    }
    #expect(rig.takePerformed().count == 2, "a program has no release")
  }

  @Test func `a second press turns round what the first has not yet done`() {
    let rig = DeskRig()
    rig.use([entry(MIDIControl(.note, 1), rig.action("player.a.play", .toggle))])
    rig.tap(1)
    rig.tap(1)
    #expect(rig.takePerformed().map(\.verb) == [.play, .pause])
    // Long after, the player itself says how it is: it does not play.
    rig.renderedFrame = 100_000
    rig.tap(1)
    #expect(rig.takePerformed().map(\.verb) == [.play])
  }

  // MARK: Encoders

  @Test func `an encoder moves by its clicks, fast turns by many`() {
    let rig = DeskRig()
    let balance = rig.parameter(Self.balance, "player.a.balance")
    rig.use([
      entry(MIDIControl(.cc, 1), rig.target(Self.balance, "player.a.balance")).with {
        $0.relative = .twosComplement
      },
      entry(MIDIControl(.cc, 2), rig.target(Self.balance, "player.a.balance")).with {
        $0.relative = .offset
        $0.sensitivity = 0.5
      },
      entry(MIDIControl(.cc, 3), rig.action("session.browse", .number)).with {
        $0.relative = .signMagnitude
      },
      entry(MIDIControl(.nrpn, 500), rig.target(Self.balance, "player.a.balance")),
    ])
    // A click is 1/128 of −1…1.
    for (control, value, expected) in [
      (1, 1, 1), (1, 5, 6), (1, 123, 1), (2, 66, 2), (2, 62, 1),
    ] as [(Int, Int, Float)] {
      rig.cc(control, value)
      #expect(abs(balance.wanted - expected / 64) < 1e-6, "cc \(control) \(value)")
    }
    for _ in 0..<10 { rig.cc(1, 63) }
    #expect(balance.wanted == 1)
    rig.receive(MIDIInput(MIDIControl(.nrpn, 500), channel: 0, .steps(-1)))
    #expect(abs(balance.wanted - (1 - 1.0 / 64)) < 1e-6)
    rig.cc(3, 3)
    rig.cc(3, 66)
    #expect(rig.takePerformed().map(\.value) == [3, -2])
  }

  // MARK: Ports and channels

  @Test func `an entry hears its channel and its port`() {
    let rig = DeskRig()
    let a = rig.parameter(Self.gain, "player.a.gain"), b = rig.parameter(Self.gain, "player.b.gain")
    let onlyThird = entry(MIDIControl(.cc, 0), rig.target(Self.gain, "player.a.gain")).with {
      $0.channel = 2
    }
    let ofPads = entry(MIDIControl(.cc, 0), rig.target(Self.gain, "player.b.gain")).with {
      $0.port = "pads"
    }
    rig.mapper.update(
      to: MIDIMap(sections: [
        MIDISection(connect: ["knobs", "pads"], entries: [onlyThird, ofPads])
      ]))
    rig.plug(20)
    rig.plug(21, "pads")
    rig.plug(22, "keys")
    rig.cc(0, 0)
    rig.cc(0, 0, channel: 2, from: 22)
    #expect(a.wanted == 0 && b.wanted == 0)
    rig.cc(0, 0, channel: 2)
    #expect(a.wanted == -.infinity && b.wanted == 0)
    rig.cc(0, 0, channel: 5, from: 21)
    #expect(b.wanted == -.infinity)
  }

  @Test func `a device is told how to begin each time it appears`() {
    let rig = DeskRig()
    rig.use([], initMessages: [[0xF0, 0x42, 0xF7], [0xB0, 0, 127]])
    #expect(rig.takeSent() == [[0xF0, 0x42, 0xF7], [0xB0, 0, 127]])
    rig.unplug(20)
    rig.plug(31)
    #expect(rig.takeSent().count == 2)
  }

  @Test func `what is held when the cable is pulled or events are lost is let go`() {
    let rig = DeskRig()
    let mute = rig.parameter(Self.mute, "input.host.mute")
    rig.use([
      entry(MIDIControl(.note, 1), rig.target(Self.mute, "input.host.mute")).with {
        $0.isHeld = true
      }
    ])
    rig.note(1, 90)
    #expect(mute.wanted == 1)
    rig.unplug(20)
    #expect(mute.wanted == 0)
    rig.plug(20)
    rig.note(1, 90)
    rig.mapper.resynchronise()
    #expect(mute.wanted == 0)
    rig.note(1, 0)
    #expect(mute.wanted == 0)
  }
}
