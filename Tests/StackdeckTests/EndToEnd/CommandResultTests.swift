import Foundation
import MixTestSupport
import Testing

@testable import stackdeck

/// What commands print as their results.
@Suite struct CommandResultTests {
  private let bench: MixBench

  init() throws {
    bench = try MixBench()
    for (seed, name) in ["a.wav", "b.wav", "c.wav"].enumerated() {
      try bench.write(TestSound.noise(9600, seed: UInt64(70 + seed)), to: name, .pcm16)
    }
  }

  /// Copies the shipped session and puts sounds where it looks for them.
  private func threePlayers() throws {
    try bench.write(
      try #require(RepositoryFile.text("configs/three-players.toml")), to: "three-players.toml")
    try bench.directory.makeDirectory("demo")
    for name in ["drums", "bass", "keys"] {
      try bench.write(TestSound.noise(4800, seed: 1), to: "demo/\(name).wav", .pcm16)
    }
  }

  /// Parses JSON with a reader of others.
  private func object(_ line: some StringProtocol) throws -> [String: Any] {
    let any = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(any as? [String: Any])
  }

  private func expectOutput(
    _ arguments: String..., output: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try bench.command(arguments).run()
    #expect(result.output == output, sourceLocation: sourceLocation)
    #expect(result.errors == "" && result.status == 0, sourceLocation: sourceLocation)
  }

  // MARK: graph

  @Test func `the listing of three players is the stack program`() throws {
    try threePlayers()
    try expectOutput(
      "graph", "--listing", "three-players.toml",
      output: """
        push    player.file1
        edit    effect.filter1     bandpass 5000 Hz 600 cents
        fader   player.file1       0 dB, balance 0
        push    player.file2
        fader   player.file2       0 dB, balance 0
        push    player.file3
        fader   player.file3       0 dB, balance 0
        mix     2
        edit    effect.filter2     delay 0.25 s, feedback 50 %, mix 50 %
        fader   bus.pair           0 dB, balance 0
        mix     2
        fader   bus.main           0 dB, balance 0
        record  recorder.take
        output  main
        pop     1

        """)
  }

  @Test func `the picture of three players shows each way`() throws {
    try threePlayers()
    try expectOutput(
      "graph", "three-players.toml",
      output: """
        player.file1 → bandpass filter1 ───────────┐
        player.file2 ─┐                            │
        player.file3 ─┴─ bus.pair → delay filter2 ─┴─ main ─┬─ output.main
                                                            └─ recorder.take take-%Y%m%d-%H%M%S.wav

        """)
  }

  @Test func `where the locale is not UTF-8 the picture is ASCII`() throws {
    try threePlayers()
    let result = try Command.product(
      "stackdeck", ["graph", "three-players.toml"], environment: ["LC_ALL": "C"],
      directory: bench.directory.path
    ).run()
    #expect(result.outputBytes.allSatisfy { $0 < 0x80 })
    #expect(result.output.contains("player.file1 -> bandpass filter1 -"))
  }

  @Test func `dot is a graph for Graphviz`() throws {
    try threePlayers()
    try expectOutput(
      "graph", "--dot", "three-players.toml",
      output: """
        digraph "three-players.toml" {
          rankdir = LR
          node [shape = box]
          "player.file1" -> "effect.filter1"
          "effect.filter1" -> "bus.main"
          "player.file2" -> "bus.pair"
          "player.file3" -> "bus.pair"
          "bus.pair" -> "effect.filter2"
          "effect.filter2" -> "bus.main"
          "bus.main" -> "output.main"
          "bus.main" -> "recorder.take"
        }

        """)
  }

  /// A session whose music is lowered under a voice.
  private static let ducked = """
    [player.voice]
    [player.song]
    to = "music"
    [bus.music]
    effects = "under"
    [effect.under]
    type = "duck"
    listen = "voice"
    """

  @Test func `a picture says whom an effect listens to`() throws {
    try bench.write(Self.ducked)
    try expectOutput(
      "graph", "set.toml",
      output: """
        player.voice ──────────────────────────────────────────────┐
        player.song ─── bus.music → duck under (listens to voice) ─┴─ main ── output.main

        """)
    try expectOutput(
      "graph", "--dot", "set.toml",
      output: """
        digraph "set.toml" {
          rankdir = LR
          node [shape = box]
          "player.voice" -> "bus.main"
          "player.voice" -> "effect.under" [style = dashed]
          "player.song" -> "bus.music"
          "bus.music" -> "effect.under"
          "effect.under" -> "bus.main"
          "bus.main" -> "output.main"
        }

        """)
    let answer = try object(bench.run("graph", "--json", "set.toml").output)
    let edges = try #require(answer["connections"] as? [[String: String]])
    #expect(
      edges.filter { $0["key"] != nil } == [
        ["from": "player.voice", "to": "effect.under", "key": "effect.under.listen"]
      ])
  }

  @Test func `a picture says where a strip sends to`() throws {
    try bench.write(
      """
      [player.a]
      sends = { echo = -6, call = 0 }
      [bus.echo]
      [bus.call]
      to = "none"
      """)
    try expectOutput(
      "graph", "set.toml",
      output: """
        player.a → (sends to echo, call) ─┐
        bus.echo ─────────────────────────┴─ main ── output.main
        bus.call

        """)
    try expectOutput(
      "graph", "--dot", "set.toml",
      output: """
        digraph "set.toml" {
          rankdir = LR
          node [shape = box]
          "player.a" -> "bus.main"
          "player.a" -> "bus.echo" [label = "send"]
          "player.a" -> "bus.call" [label = "send"]
          "bus.echo" -> "bus.main"
          "bus.main" -> "output.main"
        }

        """)
    let answer = try object(bench.run("graph", "--json", "set.toml").output)
    let edges = try #require(answer["connections"] as? [[String: String]])
    #expect(
      edges.compactMap { $0["key"] } == ["player.a.sends.echo", "player.a.sends.call"])
  }

  @Test func `a picture says what inputs listen to, and what else plays main`() throws {
    try bench.write(
      """
      [input.voice]
      source = "USB Microphone"
      effects = ["room"]
      [player.backing]
      [effect.room]
      type = "reverb"
      [output.cue]
      device = "USB Audio"
      from = "main"
      [recorder.voice]
      tap = "voice"
      """)
    try expectOutput(
      "graph", "set.toml",
      output: """
        input.voice (source "USB Microphone", monitored with headphones) → reverb room → (recorder.voice post) ─┐
        player.backing ─────────────────────────────────────────────────────────────────────────────────────────┴─ main ─┬─ output.main
                                                                                                                         └─ output.cue "USB Audio"

        """)
    try expectOutput(
      "graph", "--dot", "set.toml",
      output: """
        digraph "set.toml" {
          rankdir = LR
          node [shape = box]
          "input.voice" [label = "input.voice\\nsource \\"USB Microphone\\", monitored with headphones"]
          "output.cue" [label = "output.cue\\n\\"USB Audio\\""]
          "input.voice" -> "effect.room"
          "effect.room" -> "bus.main"
          "effect.room" -> "recorder.voice"
          "player.backing" -> "bus.main"
          "bus.main" -> "output.main"
          "bus.main" -> "output.cue"
        }

        """)
    let answer = try object(bench.run("graph", "--json", "set.toml").output)
    #expect(
      answer["inputs"] as? [[String: String]] == [
        ["address": "input.voice", "source": "USB Microphone", "monitor": "auto"]
      ])
    let outputs = try #require(answer["outputs"] as? [[String: Any]])
    #expect(outputs.count == 2 && outputs[0]["device"] is NSNull)
    #expect(
      outputs[1] as? [String: String] == [
        "address": "output.cue", "device": "USB Audio", "from": "main",
      ])
  }

  @Test func `a picture says who is not heard, and which bus other outputs play`() throws {
    try bench.write(
      #"""
      [output.main]
      device = "Headphones"
      [output.studio]
      from = "to-guest"
      virtual_source = "Studio"
      [output.booth]
      from = "music"
      device = "Booth \"2\""
      [input.host]
      sends = { to-guest = 0 }
      to = "voices"
      monitor = false
      [input.guest]
      virtual_sink = "Guest"
      to = "voices"
      [input.web]
      monitor_of = "HDMI"
      to = "music"
      [bus.voices]
      [bus.music]
      effects = ["duck"]
      sends = { to-guest = -6 }
      [bus.to-guest]
      to = "none"
      [effect.duck]
      type = "duck"
      listen = "voices"
      [recorder.host]
      tap = "host"
      point = "dry"
      """#)
    try expectOutput(
      "graph", "set.toml",
      output: """
        input.host (default source, not monitored) → (sends to to-guest) → (recorder.host dry) ─┐
        input.guest (virtual sink "Guest") ─────────────────────────────────────────────────────┴─ bus.voices ──────────────────────────┐
        input.web (monitor of "HDMI") ─── bus.music → duck duck (listens to voices) → (sends to to-guest) → (output.booth "Booth "2"") ─┴─ main ── output.main "Headphones"
        bus.to-guest ── output.studio virtual source "Studio"

        """)
    try expectOutput(
      "graph", "--dot", "set.toml",
      output: """
        digraph "set.toml" {
          rankdir = LR
          node [shape = box]
          "input.host" [label = "input.host\\ndefault source, not monitored"]
          "input.guest" [label = "input.guest\\nvirtual sink \\"Guest\\""]
          "input.web" [label = "input.web\\nmonitor of \\"HDMI\\""]
          "output.main" [label = "output.main\\n\\"Headphones\\""]
          "output.studio" [label = "output.studio\\nvirtual source \\"Studio\\""]
          "output.booth" [label = "output.booth\\n\\"Booth \\"2\\"\\""]
          "input.host" -> "bus.voices"
          "input.host" -> "bus.to-guest" [label = "send"]
          "input.host" -> "recorder.host"
          "input.guest" -> "bus.voices"
          "input.web" -> "bus.music"
          "bus.voices" -> "bus.main"
          "bus.voices" -> "effect.duck" [style = dashed]
          "bus.music" -> "effect.duck"
          "effect.duck" -> "bus.main"
          "effect.duck" -> "bus.to-guest" [label = "send"]
          "effect.duck" -> "output.booth"
          "bus.to-guest" -> "output.studio"
          "bus.main" -> "output.main"
        }

        """)
    let answer = try object(bench.run("graph", "--json", "set.toml").output)
    let inputs = try #require(answer["inputs"] as? [[String: Any]])
    #expect(inputs.map { $0["monitor"] as? Bool } == [false, true, true])
    #expect(inputs[0]["source"] is NSNull)
    #expect(inputs[1]["virtual_sink"] as? String == "Guest")
    #expect(inputs[2]["monitor_of"] as? String == "HDMI")
    #expect(
      answer["outputs"] as? [[String: String]] == [
        ["address": "output.main", "device": "Headphones", "from": "main"],
        ["address": "output.studio", "virtual_source": "Studio", "from": "to-guest"],
        ["address": "output.booth", "device": "Booth \"2\"", "from": "music"],
      ])
  }

  // MARK: check

  @Test func `check says in one line what a session has and how it ends`() throws {
    try threePlayers()
    try expectOutput(
      "check", "three-players.toml",
      output: "three-players.toml: ok: 3 players, 1 recorder, ends by itself after 0:00.1\n")
    try bench.write("[player.a]\nfile = \"a.wav\"\nloop = true\n")
    try expectOutput("check", "set.toml", output: "set.toml: ok: 1 player, ends by hand\n")
    let answer = try object(bench.run("check", "--json", "three-players.toml").output)
    #expect(answer["ok"] as? Bool == true)
    #expect(answer["players"] as? Int == 3 && answer["recorders"] as? Int == 1)
    #expect(answer["seconds"] as? Double == 0.1)
  }

  @Test func `byte order marks and Windows' line ends are read`() throws {
    try bench.write("\u{FEFF}[player.a]\r\nfile = \"a.wav\"\r\n")
    try expectOutput(
      "check", "set.toml", output: "set.toml: ok: 1 player, ends by itself after 0:00.2\n")
  }

  @Test func `numbers are those of the C locale in every locale`() throws {
    try bench.write("[player.a]\nfile = \"a.wav\"\ngain = -1.5\nstart = 0.5\n")
    let result = try Command.product(
      "stackdeck", ["check", "set.toml"], environment: ["LC_ALL": "de_DE.UTF-8"],
      directory: bench.directory.path
    ).run()
    #expect(result.output == "set.toml: ok: 1 player, ends by itself after 0:00.7\n")
  }

  // MARK: play --print-session

  @Test func `the session that play prints checks well and renders what play renders`() throws {
    let printed = try bench.run("play", "a.wav", "b.wav", "--fade", "0.05", "--print-session")
    #expect(printed.status == 0 && printed.errors == "")
    try bench.write(printed.output)
    try expectOutput(
      "check", "set.toml", output: "set.toml: ok: 2 players, ends by itself\n")
    #expect(
      try bench.run("play", "a.wav", "b.wav", "--fade", "0.05", "-o", "play.wav", "-q").status == 0)
    #expect(try bench.run("render", "set.toml", "-o", "render.wav", "-q").status == 0)
    let played = try bench.wave("play.wav")
    #expect(played == (try bench.wave("render.wav")))
    // a alone, both over 50 ms, b alone.
    #expect(played.frameCount == 9600 + 9600 - 2400)
    let a = try bench.wave("a.wav"), b = try bench.wave("b.wav")
    #expect(Measurements.maximumDifference(played.left[..<7100], a.left[..<7100]) < 1e-6)
    #expect(Measurements.maximumDifference(played.left[9900...], b.left[2700...]) < 1e-6)
  }

  @Test func `names of every kind survive the printed session`() throws {
    let name = "it's \"100 %\" \\ größe.wav"
    try bench.write(TestSound.noise(4800, seed: 1), to: name, .pcm16)
    let printed = try bench.run("play", name, "--record=50%.wav", "--print-session")
    try bench.write(printed.output)
    try expectOutput(
      "check", "set.toml",
      output: "set.toml: ok: 1 player, 1 recorder, ends by itself after 0:00.1\n")
    #expect(try bench.run("render", "set.toml", "-q").status == 0)
    #expect(try bench.wave("50%.wav").frameCount == 4800)
  }

  @Test func `a shuffled order is the same for the same seed`() throws {
    func order(_ seed: String) throws -> String {
      try bench.run(
        "play", "a.wav", "b.wav", "c.wav", "--shuffle", "--seed", seed, "--print-session"
      ).output
    }
    let orders = try (0..<8).map { try order("\($0)") }
    #expect(Set(orders).count > 1)
    #expect(try order("3") == orders[3])
  }

  @Test func `play without a terminal goes through its list and ends with status 0`() throws {
    let running = try bench.start(
      "play", "a.wav", "b.wav", "c.wav", "--fade", "0.05", "--record=take.wav", "-o", "null")
    let result = running.expectEnd(0)
    #expect(result.output == "")
    let take = try bench.wave("take.wav")
    // Each file is heard whole but for the fades, in order.
    #expect(take.frameCount >= 3 * 9600 - 2 * 2400)
    let a = try bench.wave("a.wav"), c = try bench.wave("c.wav")
    #expect(Measurements.maximumDifference(take.left[..<7000], a.left[..<7000]) < 1e-6)
    let tail = Array(c.left[5000..<9000])
    let found = take.left.indices.dropLast(64).contains { n in
      (0..<64).allSatisfy { abs(take.left[n + $0] - tail[$0]) < 1e-6 }
    }
    #expect(found)
  }

  // MARK: JSON

  @Test func `a render's result is JSON`() throws {
    try threePlayers()
    let result = try bench.run(
      "render", "three-players.toml", "-o", "out.wav", "--json", "--duration", "0.5")
    let answer = try object(result.output)
    #expect(answer["frames"] as? Int == 24_000)
    #expect(answer["sample_rate"] as? Int == 48_000)
    #expect(answer["clipped"] as? Int == 0)
    let takes = try #require(answer["takes"] as? [[String: Any]])
    #expect(takes.count == 1 && takes[0]["complete"] as? Bool == true)
    #expect(takes[0]["frames"] as? Int == 24_000)
    let file = try #require(takes[0]["file"] as? String)
    #expect(try bench.wave(file).frameCount == 24_000)
  }

  @Test func `a run tells itself in one object a line`() throws {
    try bench.write("[player.a]\nfile = \"a.wav\"\nloop = true\n")
    let result = try bench.run("run", "set.toml", "-o", "null", "--json", "--duration", "1.5")
    #expect(result.status == 0)
    let lines = try result.output.split(separator: "\n").map { try object($0) }
    #expect(lines.last?["event"] as? String == "ended")
    #expect(lines.dropLast().allSatisfy { $0["event"] as? String == "status" })
    for line in lines {
      let decks = try #require(line["decks"] as? [[String: Any]])
      #expect(decks.map { $0["name"] as? String } == ["a"])
      #expect(line["output"] is [String: Any] && line["load"] is [String: Any])
    }
  }

  // MARK: example

  @Test func `examples are listed, printed and in order`() throws {
    let share = RepositoryFile.root + "/configs"
    func example(_ arguments: String...) throws -> CommandResult {
      try Command.product(
        "stackdeck", ["example"] + arguments,
        environment: ["STACKDECK_SHARE": share, "LC_ALL": "C.UTF-8"],
        directory: bench.directory.path
      ).run()
    }
    let list = try example()
    let names = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names == names.sorted() && names.contains("three-players") && names.contains("minimal"))
    for name in names {
      let result = try example(String(name))
      #expect(result.output == RepositoryFile.text("configs/\(name).toml"))
      #expect(result.status == 0 && result.errors == "")
    }
    let wrong = try example("three-plyers")
    #expect(
      wrong.errors == "error: no example 'three-plyers'\nhelp: did you mean three-players?\n")
    #expect(wrong.status == 2)
    let json = try JSONSerialization.jsonObject(with: Data(example("--json").output.utf8))
    #expect((json as? [[String: Any]])?.count == names.count)
  }

  // MARK: devices

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `devices are printed as lines that a session takes`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let bench = try MixBench(environment: rig.environment)
    let text = try bench.run("devices")
    #expect(text.status == 0 && text.errors == "")
    let lines = text.output.split(separator: "\n")
    let sink = try #require(lines.first { $0.contains("# cue, 2 channels, 48000 Hz") })
    let key = try #require(sink.split(separator: "  #").first)
    try bench.write("[output.main]\n\(key)\n")
    #expect(try bench.run("check", "set.toml").status == 0)
    #expect(lines.contains { $0.contains("# main, 2 channels, 48000 Hz, default") })
    #expect(lines.contains("outputs:") && lines.contains("inputs:"))
    // Where there is no sequencer there are no ports, which is no mistake.
    #expect(lines.contains("MIDI ports:"))

    let json = try object(bench.run("devices", "--json").output)
    let sinks = try #require(json["sinks"] as? [[String: Any]])
    let names = sinks.compactMap { $0["name"] as? String }
    #expect(Set(names).isSuperset(of: ["main", "cue", "quad", "micfeed"]))
    #expect(sinks.first { $0["name"] as? String == "quad" }?["channels"] as? Int == 4)
    #expect(sinks.filter { $0["default"] as? Bool == true }.count == 1)
    let sources = try #require(json["sources"] as? [[String: Any]])
    #expect(sources.contains { $0["name"] as? String == "main.monitor" })
    #expect(json["midi_ports"] is [[String: Any]])
  }
}
