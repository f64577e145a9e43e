import Glibc
import MixTestSupport
import Testing

/// How runs end: by themselves, when asked, at once, and killed.
@Suite(.serialized) struct EndingTests {
  private let bench: MixBench
  private let sound = TestSound.noise(48_000, seed: 51)

  init() throws {
    bench = try MixBench()
    try bench.write(sound, to: "a.wav")
  }

  static let closingSignals: [(Int32, Int32)] = [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)]

  private static func session(_ ending: String) -> String {
    """
    [player.a]
    file = "a.wav"
    loop = true
    [recorder.take]
    file = "take.\(ending)"
    """
  }

  /// Expects a take to be the looped sound up to the fade of its end.
  private func expectLoop(_ take: WaveFile, least: Int) {
    #expect(take.frameCount >= least)
    let count = max(0, take.frameCount - 512)
    let expected = (0..<count).map { sound.left[$0 % 48_000] }
    #expect(Measurements.differingFrames(take.left[..<count], expected) == 0)
    // The rest is the same, or fades.
    for n in count..<take.frameCount {
      #expect(abs(take.left[n]) <= abs(sound.left[n % 48_000]) + 1e-6)
    }
  }

  @Test(arguments: closingSignals)
  func `a signal ends a run tidily with its own status`(_ signal: Int32, _ status: Int32) throws {
    try bench.write(Self.session("wav"))
    let running = try bench.start("run", "set.toml", "-o", "null")
    try #require(bench.waitForTake("take.wav", seconds: 0.5, bytesPerFrame: 6))
    running.send(signal)
    let result = running.expectEnd(status)
    expectLoop(try bench.wave("take.wav"), least: 24_000)
    #expect(result.errors.contains(/recorder.take: take.wav, 0:0\d\.\d\n/))
  }

  @Test(arguments: closingSignals)
  func `a signal ends a render tidily, and what was written can be read`(
    _ signal: Int32, _ status: Int32
  ) throws {
    try bench.write(Self.session("wav"))
    let running = try bench.start("render", "set.toml", "-o", "out.wav")
    try #require(bench.waitForTake("take.wav", seconds: 2, bytesPerFrame: 6))
    running.send(signal)
    running.expectEnd(status)
    expectLoop(try bench.wave("take.wav"), least: 96_000)
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `a second signal ends it at once, whatever it waits for`() throws {
    let rig = try PulseRig()
    try rig.start()
    let bench = try MixBench(environment: rig.environment)
    try bench.write(sound, to: "a.wav")
    try bench.write(Self.session("wav"))
    let running = try bench.start("run", "set.toml")
    try #require(bench.waitForTake("take.wav", seconds: 0.2, bytesPerFrame: 6))
    // A server that does not answer holds up a tidy close.
    try rig.freeze()
    running.send(SIGINT)
    running.send(SIGINT)
    running.expectEnd(130)
    try rig.thaw()
    #expect(try bench.wave("take.wav").encoding == .pcm24)
  }

  @Test(arguments: ["wav", "flac", "ogg"])
  func `a killed run leaves a take that can be read`(_ ending: String) throws {
    try bench.write(Self.session(ending))
    let running = try bench.start("run", "set.toml", "-o", "null", "--json")
    // Four status lines, one a second of playing.
    try #require(
      waitUntil(limit: .seconds(60)) {
        running.output.split(separator: "\n").count >= 4
      })
    running.send(SIGKILL)
    #expect(running.wait().end == .signalled(SIGKILL))
    let rendered = try bench.render("[player.take]\nfile = \"take.\(ending)\"\n")
    #expect(rendered.frameCount > 48_000)
    let count = rendered.frameCount - 5000
    let expected = (0..<count).map { sound.left[$0 % 48_000] }
    if ending == "ogg" {
      #expect(Measurements.correlation(rendered.left, expected) > 0.9)
    } else {
      #expect(Measurements.differingFrames(rendered.left[..<count], expected) == 0)
    }
    if ending == "wav" { #expect(try bench.wave("take.wav").frameCount > 48_000) }
  }

  @Test func `a run ends by itself when nothing can sound any more`() throws {
    try bench.write("[player.a]\nfile = \"a.wav\"\n[recorder.take]\nencoding = \"float\"\n")
    try bench.start("run", "set.toml", "-o", "null").expectEnd(0)
    expectSame(try bench.wave("take.wav"), sound, within: 0)
  }

  @Test func `a duration ends a run, and its take to the frame`() throws {
    try bench.write(Self.session("wav"))
    try bench.start("run", "set.toml", "-o", "null", "--duration", "0.7").expectEnd(0)
    #expect(try bench.wave("take.wav").frameCount == 33_600)
  }

  @Test func `oscillators alone sound until they are told to stop`() throws {
    try bench.write("[oscillator.o]\n[recorder.take]\nencoding = \"float\"\n")
    try bench.start("run", "set.toml", "-o", "null", "--duration", "1.5").expectEnd(0)
    let take = try bench.wave("take.wav")
    #expect(take.frameCount == 72_000)
    #expect(Measurements.peak(take.left.suffix(1000)) > 0.1)
  }

  @Test func `end_with ends a run when its player ends`() throws {
    try bench.write(
      """
      [session]
      end_with = "short"
      [player.short]
      file = "a.wav"
      region = [0, 0.5]
      [player.long]
      file = "a.wav"
      loop = true
      """)
    try bench.start("run", "set.toml", "-o", "null").expectEnd(0)
  }

  @Test func `a run that is to stay stays when its sound has ended`() throws {
    try bench.write("[player.a]\nfile = \"a.wav\"\nregion = [0, 0.2]\n")
    let running = try bench.start("run", "set.toml", "-o", "null", "--stay", "--json")
    // Several status lines come after the end.
    let stayed = waitUntil(limit: .seconds(60)) {
      running.output.split(separator: "\n").count { $0.contains("\"state\":\"ended\"") } >= 3
    }
    #expect(stayed && running.isRunning)
    running.send(SIGTERM)
    running.expectEnd(143)
  }

  @Test func `a take that the disk is too small for is status 4, and the mix plays on`() throws {
    try bench.write(
      """
      [player.a]
      file = "../a.wav"
      loop = true
      [recorder.take]
      encoding = "float"
      """, to: "disk.toml")
    let program = Command.product("stackdeck").program
    let result = try Command(
      Rigs.path("with-small-disk"),
      [
        "200k", bench["disk"], "sh", "-c",
        "cd \"$1\" && cp ../disk.toml . && \"$0\" run disk.toml -o null --duration 2", program,
        bench["disk"],
      ], environment: bench.environment
    ).run()
    if result.status == 77 { try Test.cancel("no small disk here: \(result.errors)") }
    #expect(result.status == 4)
    #expect(
      result.errors.contains(
        "error: recorder.take: cannot write take.wav: No space left on device\n"),
      "\(result.errors)")
  }
}
