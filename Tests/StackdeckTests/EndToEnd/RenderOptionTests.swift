import MixTestSupport
import Testing

/// What the options of `render` do to what is written.
@Suite struct RenderOptionTests {
  private let bench: MixBench
  private let sound = TestSound.noise(24_000, seed: 31)

  init() throws {
    bench = try MixBench()
    try bench.write(sound, to: "a.wav")
    try bench.write("[player.a]\nfile = \"a.wav\"\n")
  }

  @Test func `a duration is kept to the frame, longer than the sound as well`() throws {
    let half = try bench.render("[player.a]\nfile = \"a.wav\"\n", "--duration", "0.2501")
    #expect(half.frameCount == 12_005)
    #expect(Measurements.differingFrames(half.left, sound.left[..<12_005]) == 0)
    let whole = try bench.render("[player.a]\nfile = \"a.wav\"\n", "--duration", "0:01")
    #expect(whole.frameCount == sound.frameCount)
  }

  @Test func `set stands in for the value of the file`() throws {
    let text = "[player.a]\nfile = \"a.wav\"\ngain = 6\n"
    let file = try bench.render(
      text, "--set", "player.a.gain=-6", "--set", "bus.main.balance=-0.5")
    let gain = RenderFormulaTests.gain(-6)
    expectSame(file, sound.times(gain, gain / 2), within: 1e-6)
  }

  @Test func `standard output gets the same bytes of sound as a file`() throws {
    #expect(try bench.run("render", "set.toml", "-o", "file.wav", "-q").status == 0)
    let file = try bench.wave("file.wav")
    // A pipe, which can't be gone back in.
    let program = Command.product("stackdeck").program
    let piped = try Command(
      "sh", ["-c", "\"$0\" render set.toml -o - | cat", program],
      environment: bench.environment, directory: bench.directory.path
    ).run()
    #expect(piped.errors.hasPrefix("set.toml: 0:00.5 in "))
    let stream = try WaveFile(bytes: piped.outputBytes)
    #expect(stream == file)
  }

  @Test func `a session comes from standard input`() throws {
    let session = Array("[player.a]\nfile = \"a.wav\"\ngain = 0\n".utf8)
    let result = try bench.run(
      "render", "-", "-o", "out.wav", "--encoding", "float", "-q", input: session)
    #expect(result.status == 0 && result.errors == "")
    expectSame(try bench.wave("out.wav"), sound, within: 0)
  }

  @Test func `a file is replaced only by force`() throws {
    try bench.write("precious", to: "out.wav")
    let refused = try bench.run("render", "set.toml", "-o", "out.wav")
    #expect(refused.errors == "error: out.wav exists\nhelp: --force replaces it\n")
    #expect(refused.status == 2)
    #expect(try bench.directory.text(of: "out.wav") == "precious")
    #expect(try bench.run("render", "set.toml", "-o", "out.wav", "--force", "-q").status == 0)
    expectSame(try bench.wave("out.wav"), sound, within: 0)
  }

  @Test func `a file that is to be replaced stays until the new one is whole`() throws {
    try bench.write("precious", to: "out.wav")
    try bench.write("[player.a]\nfile = \"missing.wav\"\n", to: "bad.toml")
    #expect(try bench.run("render", "bad.toml", "-o", "out.wav", "--force").status == 2)
    #expect(try bench.directory.text(of: "out.wav") == "precious")
  }

  @Test(arguments: [("pcm_16", WaveFile.Encoding.pcm16), ("pcm_24", .pcm24), ("float", .float)])
  func `each encoding rounds to its nearest`(_ word: String, _ encoding: WaveFile.Encoding) throws {
    let result = try bench.run("render", "set.toml", "-o", "e.wav", "--encoding", word, "-q")
    #expect(result.status == 0)
    let file = try bench.wave("e.wav")
    #expect(file.encoding == encoding && file.sampleRate == 48_000)
    let step = encoding == .pcm16 ? 1 / 32_768.0 : 0
    expectSame(file, sound, within: 0.5001 * step)
  }

  @Test func `dither is noise of one step that a seed repeats`() throws {
    func dithered(_ seed: String) throws -> WaveFile {
      let result = try bench.run(
        "render", "set.toml", "-o", "d.wav", "--encoding", "pcm_16", "--dither", "--seed", seed,
        "--force", "-q")
      #expect(result.status == 0)
      return try bench.wave("d.wav")
    }
    let first = try dithered("1")
    #expect(try dithered("1") == first)
    #expect(try dithered("2") != first)
    expectSame(first, sound, within: 1.5001 / 32_768)
    #expect(Measurements.maximumDifference(first.left, sound.left) > 0.6 / 32_768)
  }

  @Test(arguments: ["flac", "ogg", "opus", "aiff"])
  func `each kind of file is one that can be played again`(_ kind: String) throws {
    let tone = Signals.tones([220, 880, 3520], 24_000, amplitude: 0.15)
    try bench.write(tone, tone, to: "tone.wav")
    try bench.write("[player.a]\nfile = \"tone.wav\"\n", to: "tone.toml")
    let name = "out.\(kind)"
    #expect(try bench.run("render", "tone.toml", "-o", name, "-q").status == 0)
    let magic = try bench.directory.bytes(of: name).prefix(4)
    let expected = ["flac": "fLaC", "ogg": "OggS", "opus": "OggS", "aiff": "FORM"][kind]
    #expect(String(decoding: magic, as: UTF8.self) == expected)
    let again = try bench.render("[player.a]\nfile = \"\(name)\"\n")
    if kind == "flac" || kind == "aiff" {
      expectSame(again, TestSound(left: tone, right: tone), within: 0.5001 / 8_388_608)
    } else {
      #expect(abs(again.frameCount - 24_000) <= 1)
      let range = 2000..<22_000
      #expect(
        Measurements.correlation(Array(again.left[range]), Array(tone[range])) > 0.99)
    }
  }

  @Test func `too loud a mix is clipped, not wrapped, and the program says so`() throws {
    let x = Signals.sine(100, 4800, amplitude: 0.9)
    try bench.write(x, x, to: "loud.wav")
    try bench.write("[player.a]\nfile = \"loud.wav\"\ngain = 6\n", to: "loud.toml")
    let result = try bench.run("render", "loud.toml", "-o", "loud24.wav", "-q")
    #expect(result.status == 0)
    let gain = Float(RenderFormulaTests.gain(6))
    let expected = x.map { max(-1, min(1 - 1 / 8_388_608, $0 * gain)) }
    expectSame(
      try bench.wave("loud24.wav"), TestSound(left: expected, right: expected), within: 1e-6)
    let told = try bench.run("render", "loud.toml", "-o", "loud24.wav", "--force")
    let pattern =
      /warning: \d+ samples were clipped\nhelp: lower the gain of bus.main, or --encoding float\nloud.toml: 0:00.1 in .*\n/
    #expect(told.errors.wholeMatch(of: pattern) != nil)
  }

  @Test func `without an output only the takes are written`() throws {
    let nothing = try bench.run("render", "set.toml")
    #expect(
      nothing.errors == "error: nothing to write\nhelp: -o FILE, or a [recorder.X] in the session\n"
    )
    #expect(nothing.status == 2)
    try bench.write("[player.a]\nfile = \"a.wav\"\n[recorder.take]\n", to: "take.toml")
    #expect(try bench.run("render", "take.toml", "-q").status == 0)
    #expect(try bench.directory.names() == ["a.wav", "set.toml", "take.toml", "take.wav"])
  }

  @Test func `the same session gives the same bytes`() throws {
    try bench.write(
      """
      [player.a]
      file = "a.wav"
      effects = ["dark", "echo"]
      [effect.dark]
      type = "lowpass"
      [effect.echo]
      type = "delay"
      time = 0.1
      """, to: "effects.toml")
    let files = try (0..<2).map { _ in
      try bench.run("render", "effects.toml", "-o", "-", "-q").outputBytes
    }
    #expect(files[0] == files[1] && files[0].count > 100_000)
  }
}
