import MixEngine
import MixSession
import Testing

/// A limiter that a session names.
struct LimiterSessionTests {
  private static func session(_ keys: String) -> String {
    """
    [oscillator.tone]
    frequency = 100
    gain = 6
    effects = "keep"
    [effect.keep]
    type = "limiter"
    \(keys)
    """
  }

  private func limiter(_ rendered: RenderedSession) throws -> Limiter {
    try #require(rendered.build.graph["effect.keep"]?.module as? Limiter)
  }

  @Test func `its latency is the attack of the session`() throws {
    for (keys, frames) in [("", 576), ("attack_ms = 1.5", 72), ("attack_ms = 30", 1440)] {
      let rendered = try RenderedSession(Self.session(keys))
      #expect(try limiter(rendered).latency == frames)
    }
  }

  @Test func `another attack is another limiter, without a step; all else is a parameter`() throws {
    let rendered = try RenderedSession(Self.session("ceiling = -6"))
    let first = try limiter(rendered)
    var out = rendered.render(seconds: 0.5).left
    try rendered.change(to: Self.session("ceiling = -6\nrelease_ms = 60"))
    out += rendered.render(seconds: 0.5).left
    #expect(try limiter(rendered) === first)
    try rendered.change(to: Self.session("ceiling = -6\nattack_ms = 6\nrelease_ms = 60"))
    out += rendered.render(seconds: 0.5).left
    let second = try limiter(rendered)
    #expect(second !== first && second.latency == 288)
    let after = out[(out.count - 9600)...].map { $0 }
    #expect(after.peak > 0.9 * Decibels(-6).gain)
    // A turn of the tone at twice full scale, and fades of 5 ms.
    let steps = zip(out, out.dropFirst()).map { abs($1 - $0) }
    #expect(steps.max()! < Float(2 * 2 * Double.pi * 100 / 48_000 + 2.0 / 240))
    #expect(rendered.build.addresses.addresses.contains("effect.keep.reduction"))
  }
}
