import Glibc
import MixEngine
import MixSession
import Testing

/// A duck that a session names.
struct DuckSessionTests {
  /// Music on a bus, and a voice between 0.5 s and 1 s that is not heard itself.
  private static func session(listen: String = "voice", effects: String = "[\"d\"]") -> String {
    """
    [session]
    events = [
      { at = 0.5, to = "oscillator.voice.mute", value = false },
      { at = 1, to = "oscillator.voice.mute", value = true },
    ]
    [oscillator.music]
    frequency = 100
    to = "bed"
    [oscillator.voice]
    frequency = 1000
    gain = -20
    mute = true
    to = "none"
    [oscillator.other]
    mute = true
    to = "none"
    [bus.bed]
    effects = \(effects)
    [effect.d]
    type = "duck"
    listen = "\(listen)"
    depth = -14
    threshold = -35
    attack_ms = 10
    hold_ms = 50
    release_ms = 100
    """
  }

  private func gain(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

  @Test func `music is down while the voice sounds, and as it was before and after`() throws {
    let plain = try RenderedSession(Self.session(effects: "[]")).render(seconds: 1.5).left
    let rendered = try RenderedSession(Self.session())
    let out = rendered.render(seconds: 1.5).left
    #expect(out[..<24_000] == plain[..<24_000])
    #expect(out[14_400..<24_000].max()! > 0.9999)
    // The voice is at full level 5 ms after it comes, and long before that above the threshold.
    let down = out[24_720..<48_000].map { $0 }
    #expect(abs(down.peak - gain(-14)) < 1e-4)
    #expect(zip(down, plain[24_720...]).allSatisfy { abs($0 - $1 * gain(-14)) < 1e-6 })
    // 5 ms in which the voice goes, 50 of hold, 100 of release.
    #expect(out[(48_000 + 7440)...] == plain[(48_000 + 7440)...])
    // Half way up after half of the release, give or take the voice's own fade.
    let half = out[(48_000 + 4560)..<(48_000 + 5280)].map { $0 }.peak
    #expect(half > gain(-14) + 0.2 && half < 0.9)
    // Never steeper than the music and the line of the attack together.
    let steps = zip(out, out.dropFirst()).map { abs($1 - $0) }
    #expect(steps.max()! < Float(2 * Double.pi * 100 / 48_000 + 1.0 / 480))
  }

  @Test func `it tells by how much it lowers`() throws {
    let rendered = try RenderedSession(Self.session())
    let duck = try #require(rendered.build.graph["effect.d"]?.module as? Duck)
    _ = rendered.render(seconds: 0.4)
    #expect(duck.reduction == 0)
    _ = rendered.render(seconds: 0.4)
    #expect(abs(duck.reduction! + 14) < 1e-3)
    _ = rendered.render(seconds: 0.4)
    #expect(duck.reduction == 0)
    let addresses = try plan(Self.session()).addresses
    #expect(addresses["effect.d.reduction"] == .reading(.reduction))
    #expect(addresses["effect.d.listen"] == .key)
    guard case .parameter(let force)? = addresses["effect.d.force"] else {
      Issue.record("no force")
      return
    }
    #expect(force.isSwitch)
  }

  @Test func `force lowers without a voice`() throws {
    let rendered = try RenderedSession(Self.session())
    rendered.set("effect.d.force", 1)
    #expect(abs(rendered.render(seconds: 0.4).left[4800...].map { $0 }.peak - gain(-14)) < 1e-4)
  }

  @Test func `the voice may go into the bus on which the duck stands`() throws {
    let rendered = try RenderedSession(
      """
      [oscillator.music]
      frequency = 100
      to = "show"
      [oscillator.voice]
      to = "show"
      [bus.show]
      effects = "d"
      [effect.d]
      type = "duck"
      listen = "voice"
      """)
    _ = rendered.render(seconds: 0.2)
    let duck = try #require(rendered.build.graph["effect.d"]?.module as? Duck)
    #expect(abs(duck.reduction! + 12) < 1e-3)
  }

  /// The bus is made after the strip on which the duck stands: the duck hears the quantum before.
  @Test(arguments: ["main", "show", "late"])
  func `it may listen to what is made later`(_ listen: String) throws {
    let rendered = try RenderedSession(
      """
      [oscillator.music]
      gain = -3
      effects = "d"
      to = "show"
      [bus.show]
      [oscillator.late]
      [effect.d]
      type = "duck"
      listen = "\(listen)"
      depth = -6
      """)
    _ = rendered.render(seconds: 0.2)
    let duck = try #require(rendered.build.graph["effect.d"]?.module as? Duck)
    #expect(abs(duck.reduction! + 6) < 1e-3)
  }

  @Test func `the fader, the mute and the side of the voice count`() throws {
    for quiet in ["gain = -inf", "mute = true", "crossfade = \"right\""] {
      let rendered = try RenderedSession(
        """
        [crossfader]
        position = -1
        [oscillator.music]
        crossfade = "left"
        effects = "d"
        [oscillator.voice]
        to = "none"
        \(quiet)
        [effect.d]
        type = "duck"
        listen = "voice"
        """)
      _ = rendered.render(seconds: 0.2)
      let duck = try #require(rendered.build.graph["effect.d"]?.module as? Duck)
      #expect(duck.reduction == 0, "\(quiet)")
    }
  }

  @Test func `the listener stands where the strip ends`() throws {
    let expected = """
      push    oscillator.voice
      fader   oscillator.voice   0 dB, balance 0
      record  effect.d.listen
      pop     1
      push    oscillator.music
      edit    effect.d           duck -12 dB, threshold -40 dB, attack 50 ms, hold 300 ms, \
      release 500 ms
      fader   oscillator.music   0 dB, balance 0
      fader   bus.main           0 dB, balance 0
      output  main
      pop     1
      """
    let text = """
      [oscillator.voice]
      to = "none"
      [oscillator.music]
      effects = "d"
      [effect.d]
      type = "duck"
      listen = "voice"
      """
    #expect(try ListingTests.listing(text) == expected)
  }

  @Test func `a duck that stands nowhere has no listener`() throws {
    let rendered = try RenderedSession(Self.session(effects: "[]"))
    #expect(rendered.nodes.filter { $0.hasPrefix("effect.") }.isEmpty)
  }

  @Test func `the plan knows whom it listens to`() throws {
    let before = try plan(Self.session())
    #expect(before.effect(named: "d")?.listen?.value == "voice")
    let after = try plan(Self.session(listen: "other"))
    #expect(before.effects != after.effects)
    #expect(try before.effects == plan("# shifted\n" + Self.session()).effects)
    // What only it listens to is there.
    #expect(try plan(Self.session(listen: "cue")).strip(named: "cue") != nil)
    #expect(before.strip(named: "cue") == nil)
  }

  @Test func `a reload lets it listen elsewhere, and it goes on from where it was`() throws {
    let rendered = try RenderedSession(Self.session())
    var out = rendered.render(seconds: 0.7).left
    let duck = rendered.build.graph["effect.d"]?.module
    let change = try rendered.change(to: Self.session(listen: "other"))
    #expect(change.changed == ["effect.d.listen"] && change.text == "1 value changed")
    #expect(rendered.build.graph["effect.d"]?.module === duck)
    out += rendered.render(seconds: 0.2).left
    // The voice still sounds, but nobody listens to it: hold and release, and it is up.
    #expect(abs(out[28_800..<33_600].map { $0 }.peak - gain(-14)) < 1e-4)
    #expect(out[(33_600 + 7440)...].max()! > 0.9999)
    let steps = zip(out, out.dropFirst()).map { abs($1 - $0) }
    #expect(steps.max()! < Float(2 * Double.pi * 100 / 48_000 + 1.0 / 480))
    rendered.set("oscillator.other.mute", 0)
    _ = rendered.render(seconds: 0.05)
    #expect(abs((duck as! Duck).reduction! + 14) < 1e-3)
  }

  @Test func `an effect that becomes a duck gets a listener, and loses it again`() throws {
    let plain = Self.session().replacing(
      "type = \"duck\"\nlisten = \"voice\"", with: "type = \"gate\"")
    let rendered = try RenderedSession(plain)
    #expect(!rendered.nodes.contains("effect.d.listen"))
    var change = try rendered.change(to: Self.session())
    #expect(change.changed.contains("effect.d.type") && change.changed.contains("effect.d.listen"))
    #expect(rendered.nodes.contains("effect.d.listen"))
    _ = rendered.render(seconds: 0.7)
    change = try rendered.change(to: plain)
    #expect(!rendered.nodes.contains("effect.d.listen"))
    _ = rendered.render(seconds: 0.1)
  }
}
