import MixTestSupport
import Testing

/// Every session that is shipped is one that renders and runs, and nothing on its render path is
/// allocated, locked or asked of the kernel.
@Suite(.serialized) struct ShippedSoundTests {
  static let root = RepositoryFile.root

  /// The sessions of a folder of `configs`, in order.
  static func sessions(_ folder: String) throws -> [String] {
    try Command("sh", ["-c", "cd \"$0\" && ls \(folder)*.toml", root + "/configs"]).run().output
      .split(separator: "\n").map(String.init)
  }

  /// What a render without hands, and without anything live, has to say of sessions that are made
  /// for them.
  static let warnings = [
    "desktop-strips.toml": [
      "warning: player b waits for play and nothing here can give it",
      "warning: inputs browser, music are silent here: nothing is live in a render",
    ],
    "podcast.toml": [
      "warning: player jingle waits for play and nothing here can give it",
      "warning: inputs host, guest, web are silent here: nothing is live in a render",
    ],
    "two-decks.toml": ["warning: player b waits for play and nothing here can give it"],
    "voice-over.toml": [
      "warning: input voice is silent here: nothing is live in a render"
    ],
  ]

  /// All of whose sound comes from hands and live inputs.
  static let silent: Set = ["podcast.toml"]

  /// A copy of `configs` with the demo's clips, rendered from their own sessions, and sounds for the
  /// names that stand for files of the user's.
  static func makeCopy() throws -> MixBench {
    let bench = try MixBench()
    let copied = try Command(
      "sh",
      ["-c", "cp -r \"$0\"/configs/. . && rm -f demo/*.wav", root], directory: bench.directory.path
    ).run()
    #expect(copied.status == 0, "\(copied.errors)")
    for clip in try sessions("demo/") {
      let file = clip.replacing(".toml", with: ".wav")
      let result = try bench.run("render", clip, "-o", file, "-q")
      #expect(result.status == 0 && result.errors == "", "\(clip): \(result.errors)")
    }
    let tone = TestSound.noise(48_000, seed: 91)
    for name in ["a.mp3", "b.mp3", "jingle.flac"] { try bench.write(tone, to: name, .pcm16) }
    // Its session ends with it: long enough for what is counted.
    try bench.write(TestSound.noise(288_000, seed: 92), to: "song.flac", .pcm16)
    return bench
  }

  @Test func `each shipped session checks well and renders sound`() throws {
    let bench = try Self.makeCopy()
    let sessions = try Self.sessions("")
    #expect(sessions.count >= 3)
    for clip in try Self.sessions("demo/") {
      let file = try bench.wave(clip.replacing(".toml", with: ".wav"))
      #expect(file.frameCount > 48_000 && Measurements.peak(file.left) > 0.01, "\(clip)")
      #expect(Measurements.peak(file.left) < 1 && Measurements.peak(file.right) < 1, "\(clip)")
    }
    for session in sessions {
      let check = try bench.run("check", session)
      // What it may say is what a map has for other sessions.
      #expect(check.status == 0, "\(session): \(check.errors)")
      #expect(!check.errors.contains("warning"), "\(session): \(check.errors)")
      #expect(check.output.hasPrefix("\(session): ok: "), "\(session)")
      let result = try bench.run(
        "render", session, "-o", "out.wav", "--force", "--encoding", "float", "--duration", "20")
      #expect(result.status == 0, "\(session): \(result.errors)")
      let warnings = result.errors.split(separator: "\n").filter { $0.hasPrefix("warning") }
      #expect(warnings.map(String.init) == (Self.warnings[session] ?? []), "\(session)")
      let file = try bench.wave("out.wav")
      #expect(file.frameCount >= 24_000, "\(session)")
      let peak = max(Measurements.peak(file.left), Measurements.peak(file.right))
      let isRight = Self.silent.contains(session) ? peak == 0 : peak > 0.01 && peak <= 1
      #expect(isRight, "\(session): \(peak)")
    }
  }

  @Test func `rendered, the stems of a voice and its backing are silence and the backing`() throws {
    let bench = try Self.makeCopy()
    let tone = try bench.wave("song.flac")
    let result = try bench.run(
      "render", "voice-over.toml", "-q", "--set", "recorder.voice.file=voice.wav",
      "--set", "recorder.dry.file=dry.wav", "--set", "recorder.backing.file=backing.wav",
      "--set", "recorder.mix.file=mix.wav")
    #expect(result.status == 0 && result.errors == "")
    let mix = try bench.wave("mix.wav")
    for name in ["voice.wav", "dry.wav"] {
      let voice = try bench.wave(name)
      #expect(voice.frameCount == mix.frameCount, "\(name)")
      #expect(max(Measurements.peak(voice.left), Measurements.peak(voice.right)) == 0, "\(name)")
    }
    let wanted = tone.left.map { Float(Double($0) * 0.707_945_784_384_137_9) }
    #expect(mix.frameCount >= wanted.count)
    #expect(
      Measurements.maximumDifference(Array(mix.left[..<wanted.count]), wanted) < 1e-6)
    let backing = try bench.wave("backing.wav")
    #expect(Measurements.maximumDifference(backing.left, mix.left) == 0)
  }

  @Test func `each shipped session shows its way`() throws {
    let bench = try Self.makeCopy()
    for session in try Self.sessions("") {
      for form in [[], ["--dot"], ["--listing"]] {
        let result = try bench.command(["graph", session] + form).run()
        #expect(result.status == 0 && result.errors == "", "\(session)")
        #expect(result.output.contains("main"), "\(session)")
      }
    }
  }

  @Test(.enabled(if: Command.isInstalled("cc"), "no C compiler for the watchdog"))
  func `nothing is allocated or locked on the render path of a shipped session`() throws {
    let bench = try Self.makeCopy()
    let program = Command.product("stackdeck").program
    for session in try Self.sessions("") {
      for arguments in [
        ["render", session, "-o", "out.wav", "--force", "--duration", "5", "-q"],
        ["run", session, "-o", "null", "--headless", "--duration", "1", "-q"],
      ] {
        let result = try Command(
          Rigs.path("watch-release"), [program] + arguments, environment: bench.environment,
          directory: bench.directory.path
        ).run()
        #expect(result.status == 0, "\(session): \(result.errors)")
        let told = result.errors.split(separator: "\n").last ?? ""
        let counts = told.split(separator: " ").compactMap { Int($0) }
        #expect(counts.count == 2, "\(session): \(result.errors)")
        // A cycle is a request, of 4096 frames in a render.
        #expect(counts.last == 0 && (counts.first ?? 0) > 50, "\(session): \(told)")
      }
    }
  }
}
