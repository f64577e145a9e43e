import Glibc
import MixTestSupport
import Testing

/// A session file that is saved while it plays: `run --watch`.
@Suite(.serialized) struct WatchTests {
  private let bench: MixBench
  /// A second of a tone that loops without a seam.
  private static let amplitude = 0.5

  init() throws {
    bench = try MixBench()
    let low = Signals.sine(440, 48_000, amplitude: Self.amplitude)
    let high = Signals.sine(660, 48_000, amplitude: 0.2)
    try bench.write(low, low, to: "low.wav")
    try bench.write(high, high, to: "high.wav")
  }

  private func session(gain: String = "0", main: String = "0", more: String = "") -> String {
    """
    [player.a]
    file = "low.wav"
    loop = true
    gain = \(gain)
    [bus.main]
    gain = \(main)
    [recorder.take]
    encoding = "float"
    \(more)
    """
  }

  /// Saves as editors do: another file takes the name at once.
  private func save(_ text: String) throws {
    try bench.write(text, to: "set.toml~")
    #expect(rename(bench["set.toml~"], bench["set.toml"]) == 0)
  }

  @Test func `a map file that is saved is read again, and its mistakes are shown`() throws {
    let entry = "{ cc = 7, to = \"player.a.gain\" }"
    try bench.write("[midi]\nmap = [\(entry)]\n", to: "map.toml")
    try save(session(more: "[midi]\nmaps = \"map.toml\"\n"))
    let running = try bench.start("run", "set.toml", "--watch", "-o", "null")
    try #require(bench.waitForTake("take.wav", seconds: 0.3))

    try bench.write(
      "[midi]\nmap = [\(entry), { cc = 8, to = \"bus.main.gain\" }]\n", to: "map.toml")
    #expect(running.waitForErrors("reloaded: 1 value changed\n"), "\(running.errors)")
    try bench.write("[midi]\nmap = [{ cc = 200, to = \"player.a.gain\" }]\n", to: "map.toml")
    #expect(
      running.waitForErrors("map.toml:2:15: error: cc must be 0…127, not 200\n"),
      "\(running.errors)")
    running.send(SIGTERM)
    running.expectEnd(143)
  }

  /// The level of the low tone in dB. Its peak: a busy machine may leave a gap, faded, in what plays.
  private func level(_ x: some Collection<Float>) -> Double {
    Measurements.decibels(Measurements.peak(x) / Self.amplitude)
  }

  /// Waits for so much more sound.
  private func wait(_ seconds: Double) -> Bool {
    bench.waitForTake("take.wav", seconds: Double(bench.size(of: "take.wav")) / 384_000 + seconds)
  }

  @Test func `changes are heard at once, without a click, and mistakes change nothing`() throws {
    try save(session())
    let running = try bench.start("run", "set.toml", "--watch", "-o", "null")
    try #require(bench.waitForTake("take.wav", seconds: 0.3))

    try save(session(gain: "-12"))
    #expect(running.waitForErrors("reloaded: 1 value changed\n"))
    #expect(wait(0.3))

    try save(session(gain: "-12", more: "[player.b]\nfile = \"high.wav\"\nloop = true\n"))
    #expect(running.waitForErrors("reloaded: player.b added\n"))
    #expect(wait(0.3))

    try save(session(gain: "40", more: "[player.b]\nfile = \"high.wav\"\n"))
    let mistake = """
      set.toml:4:8: error: gain must be −inf…12 dB, not 40 dB
       4 | gain = 40
         |        ^~

      """
    #expect(running.waitForErrors(mistake), "\(running.errors)")
    #expect(wait(0.3))

    try save(session(gain: "-6", main: "-3"))
    #expect(running.waitForErrors("reloaded: 2 values changed, player.b removed\n"))
    #expect(wait(1))
    running.send(SIGTERM)
    let result = running.expectEnd(143)
    #expect(result.errors.ranges(of: "reloaded").count == 3)

    let take = try bench.wave("take.wav")
    // What the tones themselves step, and 5 ms lines.
    let step = 2 * Double.pi * (440 * Self.amplitude + 660 * 0.2) / 48_000
    #expect(Measurements.largestStep(take.left) < step + Self.amplitude / 240)
    #expect(abs(level(take.left[..<9600])) < 0.05)
    let end = take.frameCount - 4800
    #expect(abs(level(take.left[end - 9600..<end]) + 9) < 0.05)
  }

  @Test func `a file that is missing or not yet whole leaves the old session playing`() throws {
    try save(session())
    let running = try bench.start("run", "set.toml", "--watch", "-o", "null")
    try #require(bench.waitForTake("take.wav", seconds: 0.2))
    try save(session(more: "[player.b]\nfile = \"hihg.wav\"\n"))
    #expect(
      running.waitForErrors(
        """
        set.toml:10:8: error: hihg.wav: no such file
         10 | file = "hihg.wav"
            |        ^~~~~~~~~~
        help: did you mean high.wav?

        """), "\(running.errors)")
    #expect(unlink(bench["set.toml"]) == 0)
    #expect(wait(0.5))
    try save(session(gain: "-6"))
    #expect(running.waitForErrors("reloaded: 1 value changed\n"))
    running.send(SIGTERM)
    running.expectEnd(143)
  }

  @Test func `another file of a player, another region and another effect`() throws {
    try save(session())
    let running = try bench.start("run", "set.toml", "--watch", "-o", "null")
    try #require(bench.waitForTake("take.wav", seconds: 0.3))
    try save(
      session(more: "[effect.echo]\ntype = \"delay\"\ntime = 0.1\n").replacing(
        "gain = 0\n[bus.main]", with: "gain = 0\n[bus.main]\neffects = \"echo\""))
    #expect(running.waitForErrors("reloaded: 1 value changed, effect.echo added\n"))
    #expect(wait(0.3))
    try save(session().replacing("low.wav", with: "high.wav"))
    #expect(running.waitForErrors("reloaded: 2 values changed, effect.echo removed\n"))
    #expect(wait(1))
    running.send(SIGTERM)
    running.expectEnd(143)
    let take = try bench.wave("take.wav")
    let end = take.frameCount - 4800
    let high = Measurements.peak(take.left[end - 9600..<end])
    #expect(abs(Measurements.decibels(high / 0.2)) < 0.05)
    let step = 2 * Double.pi * (440 * Self.amplitude + 660 * 0.2) / 48_000
    #expect(Measurements.largestStep(take.left) < 2 * step + Self.amplitude / 240)
  }
}
