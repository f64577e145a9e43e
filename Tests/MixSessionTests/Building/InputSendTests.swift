import Glibc
import MixEngine
import MixSession
import MixTestSupport
import Testing

/// Sends of live inputs, and music that is lowered under them. What a device brings is played from
/// memory here.
struct InputSendTests {
  private static let voice = Signals.noise(96_000, seed: 1, amplitude: 0.2)
  private static let music = Signals.noise(96_000, seed: 2, amplitude: 0.2)

  /// A host, who does not hear himself, music under him, and a call that gets both.
  private static let session = """
    [input.host]
    gain = -3
    to = "voices"
    sends = { call = -6 }
    monitor = false
    [player.song]
    file = "a.wav"
    to = "music"
    [bus.voices]
    [bus.music]
    effects = "under"
    sends = { call = -6 }
    [bus.call]
    to = "none"
    [effect.under]
    type = "duck"
    listen = "voices"
    depth = -14
    threshold = -35
    attack_ms = 10
    [recorder.mix]
    [recorder.call]
    tap = "call"
    """

  private func rendered(_ text: String) throws -> RenderedSession {
    try RenderedSession.withInputs(text, voice: Self.voice, music: Self.music)
  }

  private func gain(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

  @Test func `a host who is not monitored lowers the music, and is on the call and in the takes`()
    throws
  {
    let rendered = try rendered(Self.session)
    let out = rendered.render(24_000).left
    let mix = try rendered.take("mix"), call = try rendered.take("call")
    #expect(mix.count == 24_000 && call.count == 24_000)
    // The attack is over after 480 frames and the few until the noise is loud.
    for i in 1000..<24_000 {
      let song = Self.music[i] * gain(-14), host = Self.voice[i] * gain(-3)
      #expect(abs(out[i] - song) < 1e-6)
      #expect(abs(mix[i] - song - host) < 1e-6)
      #expect(abs(call[i] - gain(-6) * (song + host)) < 1e-6)
    }
  }

  @Test func `the call is heard before the fader where its bus says so`() throws {
    let rendered = try rendered(
      Self.session.replacing("[bus.call]", with: "[bus.call]\npoint = \"pre\"")
        .replacing("gain = -3", with: "mute = true"))
    let out = rendered.render(9600).left
    // A muted voice lowers nothing.
    #expect(out == Array(Self.music[..<9600]))
    let call = try rendered.take("call")
    for i in call.indices {
      #expect(abs(call[i] - gain(-6) * (Self.music[i] + Self.voice[i])) < 1e-6)
    }
  }

  @Test func `takes that are held back hear the duck held back with them`() throws {
    let rendered = try rendered(Self.session)
    rendered.set("session.take_delay", 1000)
    _ = rendered.render(24_000)
    let call = try rendered.take("call"), mix = try rendered.take("mix")
    #expect(call.count == 23_000)
    // The live input is not held back: its frame 1000 lies at frame 0 of the session.
    for i in 2500..<23_000 {
      let song = Self.music[i] * gain(-14), host = Self.voice[i + 1000] * gain(-3)
      #expect(abs(mix[i] - song - host) < 1e-6)
      #expect(abs(call[i] - gain(-6) * (song + host)) < 1e-6)
    }
  }
}
