import MixTestSupport
import Testing

@testable import stackdeck

/// What a person is told who uses the program for the first time: whole texts and exit statuses.
@Suite struct FirstMinutesTests {
  private let bench: MixBench

  init() throws {
    bench = try MixBench()
    for (seed, name) in ["a.wav", "b.wav"].enumerated() {
      try bench.write(TestSound.noise(4800, seed: UInt64(60 + seed)), to: name, .pcm16)
    }
  }

  private func expect(
    _ arguments: String..., status: Int32, output: String = "", errors: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try bench.command(arguments).run()
    #expect(result.errors == errors, sourceLocation: sourceLocation)
    #expect(result.output == output, sourceLocation: sourceLocation)
    #expect(result.status == status, sourceLocation: sourceLocation)
  }

  // MARK: Files

  @Test func `a kind of file that nobody here reads is named, with the way out`() throws {
    // The first bytes of an AAC file in MP4.
    let head: [UInt8] = [0, 0, 0, 28] + Array("ftypM4A \0\0\u{2}\0M4A isomiso2".utf8)
    try bench.directory.write(
      bytes: head + [UInt8](repeating: 0x5A, count: 4000), to: "song.m4a")
    try expect(
      "play", "song.m4a", status: 2,
      errors: """
        error: song.m4a: AAC can't be read
        help: ffmpeg -i song.m4a song.flac

        """)
    try bench.write("[player.a]\nfile = \"song.m4a\"\n")
    try expect(
      "check", "set.toml", status: 2,
      errors: """
        set.toml:2:8: error: song.m4a: AAC can't be read
         2 | file = "song.m4a"
           |        ^~~~~~~~~~
        help: ffmpeg -i song.m4a song.flac

        """)
  }

  @Test func `all missing files are named, each with the nearest name, and nothing plays`() throws {
    try expect(
      "play", "a.wav", "b.wva", "typo.mp3", "nowhere/c.wav", status: 2,
      errors: """
        error: b.wva: no such file
        help: did you mean b.wav?
        error: typo.mp3: no such file
        error: nowhere/c.wav: no such file

        """)
  }

  @Test func `a directory is played in natural order, and what is no sound is counted`() throws {
    try bench.directory.makeDirectory("Music")
    for name in ["track 10.wav", "Track 2.wav", "track 1.flac.wav"] {
      try bench.write(TestSound.noise(100, seed: 1), to: "Music/" + name, .pcm16)
    }
    try bench.write("no sound", to: "Music/notes.txt")
    try bench.write("no sound", to: "Music/.hidden")
    try bench.write("no sound at all", to: "Music/track 0.wav")
    let result = try bench.run("play", "Music", "--print-session")
    #expect(result.errors == "3 files, 2 skipped\n")
    #expect(result.status == 0)
    let files = result.output.split(separator: "\n").filter { $0.hasPrefix("file = ") }
    #expect(
      files == [
        "file = \"Music/track 1.flac.wav\"", "file = \"Music/Track 2.wav\"",
        "file = \"Music/track 10.wav\"",
      ])
  }

  @Test func `a directory without sound, an empty file and a session are no music`() throws {
    try bench.directory.makeDirectory("Empty")
    try expect("play", "Empty", status: 2, errors: "error: there is no sound file in Empty\n")
    try bench.write("", to: "nothing.wav")
    try expect(
      "play", "nothing.wav", status: 2, errors: "error: nothing.wav: there is no sound in it\n")
    try bench.write("These are words.", to: "words.wav")
    try expect(
      "play", "words.wav", status: 2,
      errors: "error: words.wav: not a sound file: format not recognised\n")
    try bench.write("[player.a]\n")
    try expect(
      "play", "set.toml", status: 2,
      errors: """
        error: set.toml is a session
        help: to run it: stackdeck run set.toml

        """)
  }

  // MARK: Commands

  @Test func `alone it prints ten lines of help and returns 2`() throws {
    let result = try bench.run()
    #expect(result.errors == HelpText.brief)
    #expect(result.errors.split(separator: "\n", omittingEmptySubsequences: false).count == 11)
    #expect(result.output == "" && result.status == 2)
  }

  @Test func `a file for a command is told what plays it`() throws {
    try expect(
      "a.mp3", status: 2,
      errors: "error: no command 'a.mp3'\nhelp: to play files: stackdeck play a.mp3\n")
    try expect(
      "set.toml", status: 2,
      errors: "error: no command 'set.toml'\nhelp: to run a session: stackdeck run set.toml\n")
  }

  @Test func `a session that is not there, or is a directory`() throws {
    try bench.write("[player.a]\n")
    for verb in ["check", "run", "graph"] {
      try expect(
        verb, "sat.toml", status: 2,
        errors: "error: no session 'sat.toml'\nhelp: did you mean set.toml?\n")
      try expect(
        verb, ".", status: 2,
        errors: "error: . is a directory\nhelp: to play files: stackdeck play .\n")
    }
  }

  @Test func `the example that a beginner is told of is there`() throws {
    for arguments in [["run"], ["run", "nothing.toml"]] {
      let told = try bench.command(arguments).run().errors
      let name = try #require(told.firstMatch(of: /stackdeck example (\S+) > set.toml/)).1
      #expect(RepositoryFile.text("configs/\(name).toml") != nil, "\(name)")
    }
  }

  // MARK: No server

  @Test func `without a server it says what was tried, and how to do without`() throws {
    try bench.write("[player.a]\nfile = \"a.wav\"\n")
    let tried = "error: cannot connect to PulseAudio server unix:/nowhere/native: "
    for (arguments, help) in [
      (["play", "a.wav"], "start one, or render: stackdeck play … -o mix.flac"),
      (["run", "set.toml"], "start one, or render: stackdeck run … -o mix.flac"),
      (["devices"], "start one: pipewire-pulse or pulseaudio"),
    ] {
      let result = try bench.command(arguments).run()
      #expect(result.errors == tried + "Connection refused\nhelp: \(help)\n")
      #expect(result.output == "" && result.status == 3)
    }
    // No address, no socket: nothing is started.
    let alone = try MixBench(
      environment: [
        "PULSE_SERVER": nil, "XDG_RUNTIME_DIR": bench["run"], "HOME": bench["home"],
        "PULSE_RUNTIME_PATH": bench["run"], "PULSE_CLIENTCONFIG": bench["client.conf"],
      ])
    try bench.write("autospawn = no\n", to: "client.conf")
    let result = try alone.run("play", bench["a.wav"])
    #expect(
      result.errors == """
        error: no sound server (no PulseAudio socket of this user)
        help: start one, or render: stackdeck play … -o mix.flac

        """)
    #expect(result.status == 3)
  }

  @Test func `auto renders where no server is reachable, and says so`() throws {
    try bench.write("[player.a]\nfile = \"a.wav\"\n")
    for name in ["set.flac", "set-2.flac"] {
      let result = try bench.run("run", "set.toml", "-o", "auto")
      #expect(result.status == 0)
      #expect(result.errors.hasPrefix("no sound server is reachable: rendering to \(name)\nset: "))
      #expect(bench.size(of: name) > 4800)
    }
  }

  @Test func `auto renders all files of play where no server is reachable`() throws {
    for name in ["a.wav", "b.wav", "c.wav"] {
      try bench.write(TestSound.noise(48_000, seed: 3), to: name)
    }
    let result = try bench.run("play", "a.wav", "b.wav", "c.wav", "--fade", "0.25", "-o", "auto")
    #expect(result.status == 0)
    // Three seconds less two fades.
    let check = try bench.run(
      "check", "-", input: Array("[player.a]\nfile = \"mix.flac\"\n".utf8))
    #expect(check.output == "standard input: ok: 1 player, ends by itself after 0:02.5\n")
  }

  @Test func `players that wait for hands are named where there are none`() throws {
    let text = """
      [player.a]
      file = "a.wav"
      start = "manual"
      [player.b]
      file = "b.wav"
      start = "manual"
      """
    try bench.write(text)
    let result = try bench.run("render", "set.toml", "-o", "out.wav")
    #expect(
      result.errors.hasPrefix(
        "warning: players a, b wait for play and nothing here can give it\nset.toml: 0:00.0 in "))
    #expect(result.status == 0)
    try bench.write(
      "[session]\nevents = [{ at = 0, to = \"player.a.play\", value = true }]\n" + text)
    let one = try bench.run("render", "set.toml", "-o", "out.wav", "--force")
    #expect(
      one.errors.hasPrefix("warning: player b waits for play and nothing here can give it\n"))
    #expect(try bench.wave("out.wav").frameCount == 4800)
  }

  @Test func `live inputs that a render can't have are named in one warning`() throws {
    let player = "[player.a]\nfile = \"a.wav\"\n"
    try bench.write(player + "[input.voice]\n[input.web]\nvirtual_sink = \"Web\"\n")
    let both = "warning: inputs voice, web are silent here: nothing is live in a render\n"
    let result = try bench.run("render", "set.toml", "-o", "out.wav", "--duration", "0.1")
    #expect(result.errors.hasPrefix(both + "set.toml: 0:00.1 in "), "\(result.errors)")
    #expect(result.status == 0)
    try bench.write(player + "[session]\nend_with = \"a\"\n[input.voice]\n")
    let one = try bench.run("run", "set.toml", "-o", "one.wav")
    #expect(
      one.errors.hasPrefix(
        "warning: input voice is silent here: nothing is live in a render\nset"),
      "\(one.errors)")
    #expect(try bench.wave("one.wav").frameCount == 4800)
    let quiet = try bench.run("render", "set.toml", "-o", "two.wav", "-q")
    #expect(quiet.errors == "" && quiet.status == 0)
  }

  @Test func `a failure of the system while writing is status 1`() throws {
    try bench.write("[player.a]\nfile = \"a.wav\"\n")
    try expect(
      "render", "set.toml", "-o", "nowhere/out.wav", status: 1,
      errors: "error: cannot create nowhere/out.wav: No such file or directory\n")
  }
}
