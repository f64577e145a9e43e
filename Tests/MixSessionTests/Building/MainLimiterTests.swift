import MixEngine
import MixSession
import MixTestSupport
import Testing

/// The limiter at main's end.
struct MainLimiterTests {
  /// Two tones whose sum reaches 6 dB above full scale.
  private func session(_ main: String, _ more: String = "") -> String {
    """
    [oscillator.a]
    frequency = 440
    [oscillator.b]
    frequency = 441
    [bus.main]
    \(main)
    \(more)
    """
  }

  @Test func `without it main is the sum`() throws {
    let rendered = try RenderedSession(session("limiter = false"))
    #expect(rendered.render(seconds: 1.5).left.peak > 1.9)
    #expect(rendered.nodes.allSatisfy { !$0.contains("limiter") })
  }

  @Test func `with it no peak is above the ceiling, which can be moved`() throws {
    let rendered = try RenderedSession(session("limiter = true\nceiling = -3"))
    let out = rendered.render(seconds: 1.5).left
    #expect(out.peak <= 0.7080 && out.peak > 0.69)
    rendered.set("bus.main.ceiling", -12)
    _ = rendered.render(seconds: 0.2)
    #expect(rendered.render(seconds: 1).left.peak <= 0.2512)
    #expect(
      try plan(session("limiter = true")).addresses["bus.main.reduction"] == .reading(.reduction))
    #expect(try plan(session("limiter = false")).addresses["bus.main.reduction"] == nil)
  }

  @Test func `a change takes it in and out`() throws {
    let rendered = try RenderedSession(session("limiter = false"))
    _ = rendered.render(seconds: 0.3)
    let change = try rendered.change(to: session("limiter = true"))
    #expect(change.changed == ["bus.main.limiter"])
    _ = rendered.render(seconds: 0.2)
    #expect(rendered.render(seconds: 1.2).left.peak <= 0.967)
    _ = try rendered.change(to: session("limiter = false"))
    _ = rendered.render(seconds: 0.2)
    #expect(rendered.render(seconds: 1.2).left.peak > 1.9)
  }

  @Test func `each rendition of main has its own, under one ceiling`() throws {
    var options = SessionBuilder.Options()
    options.playsBackInputs = true
    options.hasMeters = true
    let rendered = try RenderedSession(
      session(
        "limiter = true\nceiling = -6",
        "[input.voice]\nmonitor = false\n[recorder.mix]\n[recorder.voice]\ntap = \"voice\""),
      options)
    let limiters = rendered.nodes.filter { $0.contains("limiter") }
    #expect(limiters == ["bus.main.limiter@taken", "bus.main.limiter@heard"])
    #expect(rendered.render(seconds: 1.5).left.peak <= 0.5012)
  }
}
