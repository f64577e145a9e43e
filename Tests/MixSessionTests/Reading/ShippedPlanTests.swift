import MixSession
import Testing

/// What shipped sessions with live inputs say.
struct ShippedPlanTests {
  private func plan(_ name: String) throws -> SessionPlan {
    let path = "configs/\(name).toml"
    return try #require(SessionReader.read(bytes: ShippedFile.bytes(path), file: path).plan)
  }

  private func input(_ name: String, of plan: SessionPlan) throws -> InputPlan {
    try #require(plan.strip(named: name)?.input)
  }

  @Test func `a voice is monitored, ends with its backing, and is kept twice`() throws {
    let plan = try plan("voice-over")
    #expect(plan.endWith?.value == "backing" && !plan.soundsForEver)
    let voice = try input("voice", of: plan)
    #expect(voice.device == .source(nil) && voice.channels?.value == [1])
    #expect(voice.monitor.value == .on)
    #expect(
      plan.strip(named: "voice")?.effects.map(\.value) == ["rumble", "level", "room"])
    #expect(plan.recorders.map(\.tap.value) == ["voice", "voice", "backing", "main"])
    #expect(plan.recorders.map(\.point.value) == [.post, .dry, .post, .post])
    // Otherwise the stems would not sum to the mix.
    #expect(plan.strip(named: "main")?.effects.isEmpty == true)
  }

  @Test func `a guest hears all but himself, and the host does not hear himself`() throws {
    let plan = try plan("podcast")
    #expect(plan.outputs.map(\.address) == ["output.main", "output.studio"])
    #expect(plan.outputs[1].virtualSource?.value == "Studio")
    #expect(plan.outputs[1].from.value == "to-guest")
    let senders = plan.strips.filter { strip in
      plan.sends(of: strip).contains { $0.bus.value == "to-guest" }
    }
    #expect(senders.map(\.name) == ["host", "music"])
    #expect(plan.strips.filter { $0.to.value == "to-guest" }.isEmpty)
    #expect(plan.strip(named: "to-guest")?.to.value == nil)
    #expect(try input("host", of: plan).monitor.value == .off)
    for (name, sink) in [("guest", "Guest"), ("web", "Music")] {
      let input = try input(name, of: plan)
      guard case .virtualSink(let named) = input.device else {
        Issue.record("\(name) is no virtual sink")
        continue
      }
      #expect(named.value == sink && input.monitor.value == .on)
    }
    #expect(plan.effect(named: "duck")?.listen?.value == "voices")
    #expect(plan.strip(named: "music")?.effects.map(\.value) == ["duck"])
    #expect(plan.soundsForEver)
  }

  @Test func `programs are strips of a bus beside two decks on a crossfader`() throws {
    let plan = try plan("desktop-strips")
    for name in ["browser", "music"] {
      let strip = try #require(plan.strip(named: name))
      guard case .virtualSink = strip.input?.device else {
        Issue.record("\(name) is no virtual sink")
        continue
      }
      #expect(strip.to.value == "desktop" && strip.crossfade.value == .none)
    }
    #expect(plan.strip(named: "a")?.crossfade.value == .left)
    #expect(plan.strip(named: "b")?.crossfade.value == .right)
    #expect(plan.crossfader != nil)
  }
}
