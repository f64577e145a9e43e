import Glibc
import MixTestSupport
import Testing

/// A voice over a backing track, on real servers. The voice is what main plays, at the moment at
/// which it is heard: so it is known where its take must lie.
@Suite(.serialized, .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"))
struct VoiceTests {
  static let session = """
    [session]
    end_with = "backing"
    [output.main]
    device = "main"
    latency_ms = 80
    [input.voice]
    source = "main.monitor"
    monitor = false
    latency_ms = 20
    [player.backing]
    file = "song.wav"
    [recorder.voice]
    tap = "voice"
    encoding = "float"
    [recorder.backing]
    tap = "backing"
    encoding = "float"
    [recorder.mix]
    encoding = "float"
    """

  private let sound = TestSound.noise(6 * 48_000, seed: 61)

  private func bench(_ rig: ServerRig) throws -> MixBench {
    let bench = try MixBench(environment: rig.environment)
    try bench.write(TestSound(left: sound.left, right: sound.left), to: "song.wav")
    return bench
  }

  @Test(arguments: ServerKind.installed)
  func `stems line up with what was heard, and sum to the mix`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    // On a machine that is too busy for its server the voice itself has gaps: then once more.
    var lags: [Int] = []
    for _ in 1...5 {
      let bench = try bench(rig)
      try bench.write(Self.session)
      try bench.start("run", "set.toml", "--headless").expectEnd(0)
      let voice = try bench.wave("voice.wav"), backing = try bench.wave("backing.wav")
      let mix = try bench.wave("mix.wav")
      // Whatever the devices did: equally long, complete, and one sum.
      try #require(voice.frameCount == sound.frameCount)
      #expect(backing.frameCount == voice.frameCount && mix.frameCount == voice.frameCount)
      #expect(Measurements.maximumDifference(backing.left, sound.left) < 1e-6)
      let sum = zip(voice.left, backing.left).map { $0 + $1 }
      #expect(Measurements.maximumDifference(mix.left, sum) < 1e-5)
      lags = stride(from: 48_000, to: sound.frameCount - 72_000, by: 48_000).map {
        Correlation.lag(of: voice.left, to: sound.left, from: $0, frameCount: 4096, within: 4000)
      }
      if lags.allSatisfy({ abs($0) < 48 }) { return }
    }
    Issue.record("lags in frames: \(lags)")
  }

  @Test(arguments: ServerKind.installed)
  func `programs play to a virtual sink, which is one after a crash, and gone after the end`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let bench = try bench(rig)
    try bench.write(
      """
      [output.main]
      device = "main"
      [output.call]
      virtual_source = "Studio"
      from = "main"
      [input.web]
      virtual_sink = "Web"
      [recorder.mix]
      encoding = "float"
      """)
    func count(_ names: [String], _ name: String) -> Int { names.count { $0 == name } }
    let first = try bench.start("run", "set.toml", "--headless")
    #expect(waitUntilThere(rig))
    try #require(bench.waitForTake("mix.wav", seconds: 0.2))
    first.send(SIGKILL)
    _ = first.wait()
    #expect(try count(rig.sinkNames(), "Web") == 1)
    let second = try bench.start("run", "set.toml", "--headless")
    try #require(bench.waitForTake("mix-2.wav", seconds: 0.5))
    #expect(try count(rig.sinkNames(), "Web") == 1)
    #expect(try count(rig.sourceNames(), "Studio") == 1)

    let listener = try Command(
      "parec",
      [
        "--device=Studio", "--format=float32le", "--rate=48000", "--channels=2", "--raw",
        "--latency-msec=20",
      ], environment: rig.environment
    ).start()
    let player = try Command(
      "paplay", ["--device=Web", bench["song.wav"]], environment: rig.environment
    ).start()
    func loudness() -> Double {
      let tail = listener.outputBytes.suffix(96_000)
      return Measurements.rms(
        tail.withUnsafeBytes { raw in
          (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        })
    }
    // Noise of ±0.25 has 0.144.
    #expect(waitUntil { abs(loudness() - 0.144) < 0.02 })
    player.send(SIGTERM)
    _ = player.wait()
    listener.send(SIGTERM)
    _ = listener.wait()
    second.send(SIGINT)
    second.expectEnd(130)
    let take = try bench.wave("mix-2.wav")
    #expect(Measurements.peak(take.left) > 0.2)
    #expect(try count(rig.sinkNames(), "Web") == 0)
    #expect(try count(rig.sourceNames(), "Studio") == 0)
    #expect(try rig.sinkNames().allSatisfy { !$0.hasPrefix("Studio") })
  }

  private func waitUntilThere(_ rig: ServerRig) -> Bool {
    waitUntil {
      (try? rig.sinkNames().contains("Web")) == true
        && (try? rig.sourceNames().contains("Studio")) == true
    }
  }

  @Test(arguments: ServerKind.installed)
  func `an input is heard on headphones, and not on what may be a loudspeaker`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    try rig.pactl(
      "load-module", "module-null-sink", "sink_name=head", "norewinds=1", "format=float32le",
      "rate=48000", "channels=2",
      "sink_properties='device.description=\"Head\" device.form_factor=headphone'")
    let bench = try bench(rig)
    for (sink, isHeard) in [("head", true), ("main", false)] {
      try bench.write("[output.main]\ndevice = \"\(sink)\"\n[input.voice]\nsource = \"mic\"")
      let monitor = try LiveMonitor(sink, of: rig)
      let mix = try bench.start("run", "set.toml", "--headless", "--json")
      let speaker = try Command(
        "paplay", ["--device=micfeed", bench["song.wav"]], environment: rig.environment
      ).start()
      // The strip has it; main has it where it may.
      #expect(waitUntil { mix.output.contains(/"name":"voice"[^}]*"level":-[0-9]/) })
      if isHeard {
        #expect(waitUntil { Measurements.peak(monitor.heard[0].suffix(4800)) > 0.05 })
      } else {
        #expect(mix.waitForErrors("may be a loudspeaker"))
        #expect(Measurements.peak(monitor.heard[0]) == 0)
      }
      speaker.send(SIGTERM)
      _ = speaker.wait()
      mix.send(SIGINT)
      let result = mix.expectEnd(130)
      #expect(result.errors.contains("may be a loudspeaker") == !isHeard)
    }
  }

  @Test(arguments: ServerKind.installed)
  func `a source that goes away leaves silence in its own take only`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let bench = try bench(rig)
    var module = try rig.loadSink("desk")
    let speaker = Command(
      "sh",
      [
        "-c",
        "while :; do pacat --device=desk --format=float32le --rate=48000 --channels=2 < noise; done",
      ], environment: rig.environment, directory: bench.directory.path)
    let noise = Signals.noise(48_000 * 2 * 60, seed: 3, amplitude: 0.25)
    try bench.directory.write(
      bytes: noise.withUnsafeBytes { Array($0) }, to: "noise")
    var running = try speaker.start()
    try bench.write(Self.session.replacing("main.monitor", with: "desk.monitor"))
    let mix = try bench.start("run", "set.toml", "--headless")
    try #require(bench.waitForTake("backing.wav", seconds: 1.5))
    running.send(SIGTERM)
    _ = running.wait()
    _ = try rig.pactl("unload-module", module)
    try #require(bench.waitForTake("backing.wav", seconds: 3))
    module = try rig.loadSink("desk")
    running = try speaker.start()
    mix.expectEnd(0)
    running.send(SIGTERM)
    _ = running.wait()
    let voice = try bench.wave("voice.wav"), backing = try bench.wave("backing.wav")
    #expect(voice.frameCount == sound.frameCount)
    #expect(Measurements.maximumDifference(backing.left, sound.left) < 1e-6)
    let tenths = stride(from: 0, to: voice.frameCount, by: 4800).map {
      Measurements.peak(voice.left[$0..<min($0 + 4800, voice.frameCount)])
    }
    #expect(tenths[5..<12].allSatisfy { $0 > 0.1 })
    #expect(tenths.dropFirst(15).contains(0))
    #expect(tenths.suffix(3).allSatisfy { $0 > 0.1 })
  }

  @Test(arguments: ServerKind.installed)
  func `a server that goes away lets all takes wait together`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let bench = try bench(rig)
    try bench.write(Self.session)
    let mix = try bench.start("run", "set.toml", "--headless")
    try #require(bench.waitForTake("backing.wav", seconds: 1.5))
    try rig.crash()
    try rig.start()
    mix.expectEnd(0)
    let voice = try bench.wave("voice.wav"), backing = try bench.wave("backing.wav")
    let whole = try bench.wave("mix.wav")
    #expect(voice.frameCount == sound.frameCount && whole.frameCount == sound.frameCount)
    #expect(Measurements.maximumDifference(backing.left, sound.left) < 1e-6)
    #expect(
      Measurements.maximumDifference(
        whole.left, zip(voice.left, backing.left).map { $0 + $1 }) < 1e-5)
    #expect(Measurements.peak(voice.left.suffix(24_000)) > 0.1)
  }

  @Test(arguments: ServerKind.installed)
  func `what an input brought is kept with a performance, and makes the same takes again`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let bench = try bench(rig)
    try bench.write(Self.session)
    try bench.start("run", "set.toml", "--headless", "--write-events", "kept").expectEnd(0)
    let names = ["voice.wav", "backing.wav", "mix.wav"]
    let live = try names.map { try bench.directory.bytes(of: $0) }
    for name in names { #expect(rename(bench[name], bench["live-" + name]) == 0) }
    #expect(try Measurements.peak(bench.wave("kept.voice.wav").left) > 0.1)
    let result = try bench.run("render", "set.toml", "--events", "kept", "-q")
    #expect(result.status == 0 && result.errors == "")
    for (name, bytes) in zip(names, live) {
      #expect(try bench.directory.bytes(of: name) == bytes, "\(name)")
    }
    // A performance never replaces a file.
    #expect(rename(bench["kept"], bench["kept-2"]) == 0)
    let again = try bench.run("run", "set.toml", "--headless", "--write-events", "kept")
    #expect(again.status == 2)
    #expect(again.errors.contains("error: kept.voice.wav exists\n"))
  }

  @Test(arguments: ServerKind.installed)
  func `calibrate finds nothing to correct where servers know all`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let bench = try bench(rig)
    var offsets: [Double] = []
    for _ in 1...3 {
      let result = try bench.run("calibrate", "--input", "main.monitor", "-o", "main", "-q")
      try #require(result.status == 0, "\(result.errors)")
      let match = try #require(result.output.firstMatch(of: /latency_offset_ms = (-?[0-9.]+)\n/))
      offsets.append(try #require(Double(match.1)))
      if abs(offsets.last!) < 1 { return }
    }
    Issue.record("offsets in ms: \(offsets)")
  }

  @Test(arguments: ServerKind.installed)
  func `calibrate says when nothing came back`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let result = try bench(rig).run("calibrate", "--input", "mic", "-o", "main", "-q")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        error: the clicks were not heard
        help: turn it up and hold the microphone to the loudspeaker, or join both with a cable

        """)
  }
}
