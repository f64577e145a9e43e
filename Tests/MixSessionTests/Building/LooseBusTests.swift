import Glibc
import MixEngine
import MixSession
import Testing

/// Strips and buses that go to no bus: `to = "none"`.
struct LooseBusTests {
  /// A player's place is taken by an oscillator, which sounds by itself.
  private static let session = """
    [oscillator.tone]
    gain = -3
    to = "none"
    sends = { call = -6 }
    [oscillator.other]
    gain = -20
    to = "call"
    [bus.call]
    gain = -2
    to = "none"
    sends = { deep = -10 }
    [bus.deep]
    to = "none"
    [player.deck]
    to = "none"
    [recorder.call]
    tap = "call"
    [recorder.tone]
    tap = "tone"
    point = "dry"
    """

  private func gain(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

  @Test func `they sound for takes, sends and meters, and main is silent`() throws {
    var options = SessionBuilder.Options()
    options.hasMeters = true
    let rendered = try RenderedSession(Self.session, options)
    let readers = rendered.build.meters.compactMapValues { $0.addReader() }
    #expect(rendered.render(9600).left.allSatisfy { $0 == 0 })
    for reader in readers.values { _ = reader.read() }
    _ = rendered.render(9600)
    let levels = readers.mapValues { $0.read().peak.value }
    // Both oscillators are the same sine.
    let call = Double(20 * log10(gain(-9) + gain(-20))) - 2
    for (name, level) in [("tone", -3), ("other", -20), ("call", call), ("deep", call - 10)] {
      #expect(abs(levels[name]! - level) < 1e-3, "\(name)")
    }
    #expect(levels["main"] == -.infinity && levels["deck"] == -.infinity)
  }

  @Test func `they stand in no sum, but their takes and sends do`() throws {
    let expected = """
      push    oscillator.other
      fader   oscillator.other   -20 dB, balance 0
      push    oscillator.tone
      record  recorder.tone
      fader   oscillator.tone    -3 dB, balance 0
      fader   oscillator.tone.sends.call -6 dB
      mix     2
      fader   bus.call           -2 dB, balance 0
      record  recorder.call
      fader   bus.call.sends.deep -10 dB
      fader   bus.deep           0 dB, balance 0
      pop     1
      push    player.deck
      fader   player.deck        0 dB, balance 0
      pop     1
      push    silence
      fader   bus.main           0 dB, balance 0
      output  main
      pop     1
      """
    #expect(try ListingTests.listing(Self.session) == expected)
  }

  @Test func `what goes to none and comes back does so without a click`() throws {
    func text(_ to: String) -> String { "[oscillator.tone]\nfrequency = 100\nto = \"\(to)\"" }
    let rendered = try RenderedSession(text("main"))
    var out = rendered.render(2400).left
    for (to, peak) in [("none", Float(0)), ("main", 1)] {
      let change = try rendered.change(to: text(to))
      #expect(change.changed == ["oscillator.tone.to"])
      let part = rendered.render(2400).left
      #expect(abs(part[1200...].map { $0 }.peak - peak) < 1e-4)
      out += part
    }
    let steps = zip(out, out.dropFirst()).map { abs($1 - $0) }
    #expect(steps.max()! < Float(2 * Double.pi * 100 / 48_000 + 1.0 / 240) * 1.05)
  }
}
