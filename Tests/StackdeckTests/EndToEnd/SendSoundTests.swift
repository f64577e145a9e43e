import Glibc
import MixTestSupport
import Testing

/// Sends, buses that go nowhere and ducked music, through the program.
@Suite struct SendSoundTests {
  private let bench: MixBench
  private let a = TestSound.noise(20_001, seed: 31)
  private let b = TestSound.noise(48_000, seed: 32)

  init() throws {
    bench = try MixBench()
    try bench.write(a, to: "a.wav")
    try bench.write(b, to: "b.wav")
  }

  private func gain(_ decibels: Double) -> Double { RenderFormulaTests.gain(decibels) }

  /// What a guest on a call hears: the host before the fader, the music, and not himself.
  private static let call = """
    [player.a]
    file = "a.wav"
    gain = -20
    sends = { call = -6 }
    [bus.call]
    point = "pre"
    gain = -2
    to = "none"
    [recorder.call]
    tap = "call"
    encoding = "float"
    """

  @Test func `a take of a bus that goes nowhere has what was sent to it`() throws {
    let file = try bench.render(Self.call)
    expectSame(file, a.times(gain(-20)), within: 1e-6)
    expectSame(try bench.wave("call.wav"), a.times(gain(-8)), within: 1e-6)
  }

  @Test func `--set turns up a send that no key names`() throws {
    let session = Self.call.replacing("sends = { call = -6 }\n", with: "")
    _ = try bench.render(session, "--set", "player.a.sends.call=-3")
    expectSame(try bench.wave("call.wav"), a.times(gain(-5)), within: 1e-6)
  }

  @Test func `what is played back turns it up, too`() throws {
    let session = Self.call.replacing("sends = { call = -6 }\n", with: "")
    try bench.write(
      "{\"frame\":4800,\"to\":\"player.a.sends.call\",\"value\":-1}\n", to: "set.events")
    _ = try bench.render(session, "--events", "set.events")
    let call = try bench.wave("call.wav")
    #expect(call.left[..<4800].allSatisfy { $0 == 0 })
    let expected = a.times(gain(-3)).left
    #expect(
      Measurements.maximumDifference(
        Array(call.left[5040..<20_001]), Array(expected[5040..<20_001])) < 1e-6)
  }

  @Test func `music is down while a voice plays, and to the bit as it was before and after`() throws
  {
    let session = """
      [player.a]
      file = "a.wav"
      start = 0.1
      to = "none"
      [player.b]
      file = "b.wav"
      to = "music"
      [bus.music]
      effects = ["under"]
      [effect.under]
      type = "duck"
      listen = "a"
      depth = -14
      threshold = -35
      attack_ms = 10
      hold_ms = 50
      release_ms = 100
      """
    let out = try bench.render(session)
    #expect(out.frameCount == b.frameCount)
    // The voice is there from 4800 to 24801; noise is above the threshold nearly at once.
    #expect(out.left[..<4800] == b.left[..<4800])
    let down = b.times(gain(-14)).left
    let low = 5376..<(24_801 + 2000)
    #expect(Measurements.maximumDifference(Array(out.left[low]), Array(down[low])) < 1e-6)
    let after = (24_801 + 2400 + 4800 + 64)...
    #expect(out.left[after] == b.left[after] && out.right[after] == b.right[after])
    // Up in a straight line: half of the way after half of the release.
    let middle = 24_801 + 2400 + 2400
    let part = (middle - 240)..<(middle + 240)
    let share =
      Measurements.peak(out.left[part]) / Measurements.peak(b.left[part])
    #expect(abs(Double(share) - (1 + gain(-14)) / 2) < 0.1)
  }
}
