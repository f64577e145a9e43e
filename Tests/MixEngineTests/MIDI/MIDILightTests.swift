import Synchronization
import Testing

@testable import MixEngine

@Suite struct MIDILightTests {
  private func lit(_ note: Int, _ target: MIDITarget, _ light: MIDILight? = nil) -> MIDIEntry {
    MIDIEntry(MIDIControl(.note, note), .move([target])).with {
      $0.light = light ?? MIDILight(MIDIControl(.note, note), channel: 0)
    }
  }

  @Test func `a light is sent once, and again only when it changes`() {
    let rig = DeskRig()
    let mute = rig.parameter(DeskRig.mute, "player.a.mute")
    rig.use([lit(1, rig.target(DeskRig.mute, "player.a.mute"))])
    rig.mapper.tick()
    #expect(rig.takeSent() == [[0x90, 1, 0]])
    for _ in 0..<100 { rig.mapper.tick() }
    #expect(rig.takeSent() == [])
    rig.tap(1)
    rig.mapper.tick()
    #expect(rig.takeSent() == [[0x90, 1, 127]])
    mute.set(0)
    rig.mapper.tick()
    #expect(rig.takeSent() == [[0x90, 1, 0]])
    rig.unplug(20)
    rig.plug(33)
    rig.mapper.tick()
    #expect(rig.takeSent() == [[0x90, 1, 0]], "a device that is plugged in again knows nothing")
  }

  @Test func `a player's light shows what it does, in the numbers of the map`() {
    let rig = DeskRig()
    let state = Mutex(MIDILightState.off)
    rig.use([
      lit(
        3, rig.action("player.a.play", .toggle, light: { state.withLock { $0 } }),
        MIDILight(MIDIControl(.cc, 30), channel: 4, on: 1, off: 0, wait: 6, loaded: 5))
    ])
    for (now, value) in [(MIDILightState.off, 0), (.loaded, 5), (.wait, 6), (.on, 1)] {
      state.withLock { $0 = now }
      rig.mapper.tick()
      #expect(rig.takeSent() == [[0xB4, 30, UInt8(value)]])
    }
  }

  @Test func `lights are those of the active layer`() {
    let rig = DeskRig()
    rig.parameter(DeskRig.mute, "player.a.mute").set(1)
    let shift = MIDIEntry(
      MIDIControl(.note, 9), .move([MIDITarget("layer.shift", .layer(0))])
    ).with { $0.isHeld = true }
    rig.use(
      [
        lit(1, rig.target(DeskRig.mute, "player.a.mute")),
        lit(1, rig.target(DeskRig.mute, "player.b.mute")).with { $0.layer = 0 },
        lit(2, rig.target(DeskRig.mute, "player.a.mute")),
        MIDIEntry(MIDIControl(.note, 2), .move([rig.target(DeskRig.mute, "player.c.mute")])).with {
          $0.layer = 0
        }, shift,
      ], layers: ["shift"])
    rig.mapper.tick()
    #expect(rig.takeSent() == [[0x90, 1, 127], [0x90, 2, 127]])
    rig.note(9, 90)
    rig.mapper.tick()
    #expect(Set(rig.takeSent()) == [[0x90, 1, 0], [0x90, 2, 0]])
    rig.note(9, 0)
    rig.mapper.tick()
    #expect(Set(rig.takeSent()) == [[0x90, 1, 127], [0x90, 2, 127]])
  }

  /// A MIDI cable carries 3125 bytes a second.
  @Test func `many lights and meters never fill the cable, and none waits for ever`() {
    let rig = DeskRig()
    let level = Mutex(Float(0))
    rig.use(
      (0..<64).map { note in
        MIDIEntry(
          MIDIControl(.note, note),
          .show(
            MIDIReading("bus.main.level", MIDIScale(low: 0, high: 127)) { level.withLock { $0 } }))
      })
    var bytes = 0
    var seen: Set<UInt8> = []
    for tick in 0..<500 {
      level.withLock { $0 = Float(tick % 128) }
      rig.mapper.tick()
      for message in rig.takeSent() {
        bytes += message.count
        seen.insert(message[1])
      }
    }
    #expect(seen.count == 64)
    #expect(Double(bytes) <= 3125 * 500 / Double(MIDIMapper.ticksPerSecond))
  }

  @Test func `a motor fader is not moved while a hand moves it, nor told what it just said`() {
    let rig = DeskRig()
    let gain = rig.parameter(DeskRig.gain, "player.a.gain")
    let fader = MIDIControl(.cc, 7)
    let descriptor = DeskRig.gain, scale = MIDIScale(descriptor)
    rig.use([
      MIDIEntry(fader, .move([rig.target(descriptor, "player.a.gain")])).with {
        $0.takeover = .jump
      },
      MIDIEntry(fader, .show(MIDIReading("player.a.gain", scale) { gain.wanted })),
    ])
    rig.mapper.tick()
    #expect(rig.takeSent() == [[0xB0, 7, 127]])
    for value in [120, 90, 40] {
      rig.cc(7, value)
      rig.mapper.tick()
    }
    #expect(rig.takeSent() == [])
    for _ in 0..<100 { rig.mapper.tick() }
    #expect(rig.takeSent() == [], "it stands where the hand left it")
    gain.set(0)
    rig.mapper.tick()
    #expect(rig.takeSent() == [[0xB0, 7, 127]])
  }

  @Test(arguments: [
    (MIDIControl(.cc, 5), 3, 100, [[0xB3, 5, 100]]),
    (MIDIControl(.note, 60), 0, 1, [[0x90, 60, 1]]),
    (MIDIControl(.keyPressure, 60), 15, 2, [[0xAF, 60, 2]]),
    (MIDIControl(.program, 9), 1, 127, [[0xC1, 9]]),
    (MIDIControl(.pressure), 1, 77, [[0xD1, 77]]),
    (MIDIControl(.pitchBend), 0, 8192, [[0xE0, 0, 64]]),
    (MIDIControl(.cc14, 7), 0, 8193, [[0xB0, 7, 64], [0xB0, 39, 1]]),
    (
      MIDIControl(.nrpn, 1000), 0, 16383,
      [[0xB0, 99, 7], [0xB0, 98, 104], [0xB0, 6, 127], [0xB0, 38, 127]]
    ),
  ])
  func `each control has its message`(
    control: MIDIControl, channel: Int, value: Int, bytes: [[UInt8]]
  ) {
    #expect(control.messages(channel: channel, value: value) == bytes)
  }
}
