import MixEngine
import MixSession
import MixTestSupport
import Testing

/// Live inputs in a session's graph: who hears them, and when. What a device brings is played from
/// memory here.
struct InputSessionTests {
  private static let voice = Signals.noise(96_000, seed: 1, amplitude: 0.2)
  private static let music = Signals.noise(96_000, seed: 2, amplitude: 0.2)

  private func rendered(_ text: String) throws -> RenderedSession {
    try RenderedSession.withInputs(text, voice: Self.voice, music: Self.music)
  }

  private static let session = """
    [input.voice]
    monitor = %
    [player.a]
    file = "a.wav"
    [recorder.voice]
    tap = "voice"
    [recorder.a]
    tap = "a"
    [recorder.mix]
    """

  private func text(_ monitor: String) -> String {
    Self.session.replacing("%", with: monitor)
  }

  @Test func `an input that is monitored is heard`() throws {
    let out = try rendered(text("true")).render(9600).left
    for i in out.indices { #expect(abs(out[i] - Self.voice[i] - Self.music[i]) < 1e-6) }
  }

  @Test func `one that is not is in all takes`() throws {
    let rendered = try rendered(text("false"))
    let out = rendered.render(9600).left
    #expect(out == Array(Self.music[..<9600]))
    let mix = try rendered.take("mix")
    #expect(mix.count == 9600)
    for i in mix.indices { #expect(abs(mix[i] - Self.voice[i] - Self.music[i]) < 1e-6) }
    #expect(try rendered.take("voice") == Array(Self.voice[..<9600]))
  }

  @Test func `takes are held back, the live input is not`() throws {
    let rendered = try rendered(text("true"))
    rendered.set("session.take_delay", 1000)
    let out = rendered.render(9600).left
    for i in out.indices { #expect(abs(out[i] - Self.voice[i] - Self.music[i]) < 1e-6) }
    let (voice, a, mix) = try (
      rendered.take("voice"), rendered.take("a"), rendered.take("mix")
    )
    // All begin with frame 1000: the session's frame 0 of all that is no input.
    #expect(voice == Array(Self.voice[1000..<9600]))
    #expect(a == Array(Self.music[..<8600]))
    #expect(mix.count == 8600)
    for i in mix.indices { #expect(abs(mix[i] - voice[i] - a[i]) < 1e-6) }
  }

  @Test func `a bus with an input is mixed for the output, for takes and for all`() throws {
    let rendered = try rendered(
      """
      [input.host]
      to = "voices"
      monitor = false
      [player.guest]
      file = "a.wav"
      to = "voices"
      [bus.voices]
      gain = -6
      effects = "low"
      [effect.low]
      type = "highpass"
      frequency = 80
      [recorder.voices]
      tap = "voices"
      """)
    #expect(rendered.nodes.contains("bus.voices.sum@heard"))
    #expect(rendered.nodes.contains("bus.voices.sum@taken"))
    #expect(rendered.nodes.contains("effect.low@heard"))
    let out = rendered.render(48_000).left
    let plain = try self.rendered(
      """
      [player.guest]
      file = "a.wav"
      to = "voices"
      [bus.voices]
      gain = -6
      effects = "low"
      [effect.low]
      type = "highpass"
      frequency = 80
      """
    ).render(48_000).left
    #expect(out == plain)
    let taken = try rendered.take("voices")
    #expect(Measurements.rms(taken) > 1.3 * Measurements.rms(out))
  }

  @Test func `sessions without recorders or microphones have nothing of it`() throws {
    let session = try rendered("[input.apps]\nvirtual_sink = \"Apps\"\n[recorder.mix]")
    #expect(session.nodes.allSatisfy { !$0.contains("@") })
    let other = try rendered("[input.voice]\nmonitor = true")
    #expect(other.nodes.allSatisfy { !$0.contains("@taken") })
  }
}
