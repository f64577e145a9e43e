import Testing

@testable import MixEngine

@Suite struct MIDILayerTests {
  /// cc 1 moves a in the base and b in the layer, cc 2 moves c everywhere; note 9 holds the layer,
  /// note 8 switches another.
  private struct Desk {
    let rig = DeskRig()
    let a: Parameter, b: Parameter, c: Parameter

    init(takeover: Takeover = .jump) {
      let gain = DeskRig.gain
      func entry(_ number: Int, _ address: String, layer: Int? = nil, _ rig: DeskRig) -> MIDIEntry {
        MIDIEntry(MIDIControl(.cc, number), .move([rig.target(gain, address)])).with {
          $0.takeover = takeover
          $0.layer = layer
        }
      }
      func button(_ number: Int, layer: Int, isHeld: Bool) -> MIDIEntry {
        MIDIEntry(MIDIControl(.note, number), .move([MIDITarget("layer", .layer(layer))])).with {
          $0.isHeld = isHeld
        }
      }
      a = rig.parameter(gain, "player.a.gain")
      b = rig.parameter(gain, "player.b.gain")
      c = rig.parameter(gain, "player.c.gain")
      rig.use(
        [
          entry(1, "player.a.gain", rig), entry(1, "player.b.gain", layer: 0, rig),
          entry(2, "player.c.gain", rig), button(9, layer: 0, isHeld: true),
          button(8, layer: 1, isHeld: false),
        ], layers: ["shift", "other"])
    }
  }

  @Test func `in a layer the base's entries of the same control sleep, the others stay`() {
    let desk = Desk()
    desk.rig.note(9, 90)
    desk.rig.cc(1, 0)
    desk.rig.cc(2, 0)
    #expect(desk.a.wanted == 0 && desk.b.wanted == -.infinity && desk.c.wanted == -.infinity)
    desk.rig.note(9, 0)
    desk.rig.cc(1, 0)
    #expect(desk.a.wanted == -.infinity)
  }

  @Test func `there is one layer at a time, and a held one gives back the one before`() {
    let desk = Desk()
    desk.rig.tap(8)
    desk.rig.note(9, 90)
    desk.rig.note(9, 0)
    desk.rig.tap(8)
    #expect(
      desk.rig.takeNotices() == [
        .layer("other"), .layer("shift"), .layer("other"), .layer(nil),
      ])
  }

  @Test func `each change of layer arms the take-over again`() {
    let desk = Desk(takeover: .pickup)
    desk.rig.cc(1, 127)
    desk.rig.cc(1, 0)
    #expect(desk.a.wanted == -.infinity)
    desk.rig.note(9, 90)
    desk.rig.cc(1, 1)
    #expect(desk.b.wanted == 0, "the knob stands at the bottom, its new target at the top")
    desk.rig.cc(1, 127)
    desk.rig.cc(1, 60)
    #expect(desk.b.wanted < -10)
    desk.rig.note(9, 0)
    desk.rig.cc(1, 61)
    #expect(desk.a.wanted == -.infinity)
  }

  @Test func `what was pressed in a layer ends where it began`() {
    let rig = DeskRig()
    let mute = rig.parameter(DeskRig.mute, "player.a.mute")
    let other = rig.parameter(DeskRig.mute, "player.b.mute")
    func held(_ address: String, layer: Int?) -> MIDIEntry {
      MIDIEntry(MIDIControl(.note, 1), .move([rig.target(DeskRig.mute, address)])).with {
        $0.isHeld = true
        $0.layer = layer
      }
    }
    rig.use(
      [
        held("player.a.mute", layer: nil), held("player.b.mute", layer: 0),
        MIDIEntry(MIDIControl(.note, 9), .move([MIDITarget("layer.s", .layer(0))])).with {
          $0.isHeld = true
        },
      ], layers: ["s"])
    rig.note(9, 90)
    rig.note(1, 90)
    rig.note(9, 0)
    #expect(mute.wanted == 0 && other.wanted == 1)
    rig.note(1, 0)
    #expect(mute.wanted == 0 && other.wanted == 0)
  }
}
