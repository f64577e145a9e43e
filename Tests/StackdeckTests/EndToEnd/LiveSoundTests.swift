import Glibc
import MixTestSupport
import Testing

/// What is heard live is what is rendered offline, whatever happens to the server meanwhile.
@Suite(.serialized) struct LiveSoundTests {
  static let session = """
    [player.one]
    file = "one.wav"
    effects = ["band"]
    gain = 6
    [player.two]
    file = "two.wav"
    start = 0.1
    to = "pair"
    balance = -0.25
    [player.three]
    file = "three.wav"
    to = "pair"
    gain = -3
    [bus.pair]
    effects = ["echo"]
    [effect.band]
    type = "bandpass"
    frequency = 2000
    [effect.echo]
    type = "delay"
    time = 0.05
    feedback = 10
    [recorder.take]
    encoding = "float"
    """

  /// Writes the session and its files, and renders it.
  static func prepare(_ bench: MixBench, frameCount: Int) throws -> WaveFile {
    for (seed, name) in ["one", "two", "three"].enumerated() {
      try bench.write(
        TestSound.noise(frameCount - 5000 * seed, seed: UInt64(40 + seed)), to: "\(name).wav")
    }
    let rendered = try bench.render(session)
    // The render's own take is out of the way.
    #expect(rename(bench["take.wav"], bench["offline.wav"]) == 0)
    #expect(try bench.wave("offline.wav").channels == rendered.channels)
    return rendered
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a sink's monitor hears what a render makes, and the take has each frame of it`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let bench = try MixBench(environment: rig.environment)
    let rendered = try Self.prepare(bench, frameCount: 60_000)
    // On a machine that is too busy for its server, that leaves something out: then once more.
    let isHeardWhole = try (1...5).contains { _ in
      let monitor = try LiveMonitor("main", of: rig)
      let running = try bench.start("run", "set.toml", "--latency", "300")
      running.expectEnd(0)
      let take = try bench.wave("take.wav")
      #expect(take.channels == rendered.channels)
      #expect(unlink(bench["take.wav"]) == 0)
      var sounds: [HeardSound] = []
      _ = waitUntil(limit: .seconds(10)) {
        let heard = monitor.heard
        sounds = (0...1).compactMap {
          HeardSound(heard[$0], rendered: rendered.channels[$0])
        }
        return sounds.count == 2
      }
      guard sounds.count == 2, sounds[0].lag == sounds[1].lag else { return false }
      return sounds.allSatisfy {
        $0.correlation > 0.9999 && abs($0.decibels) < 0.1 && $0.differingFrames == 0 && $0.fadesIn
      }
    }
    #expect(isHeardWhole)
  }

  /// What happens to a server while a session plays.
  enum Trouble: String, CaseIterable, Sendable {
    case crash = "the server dies and comes again"
    case suspension = "the sink is suspended and goes on"
    case removal = "the sink is removed"
    case change = "another sink becomes the default"
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed, Trouble.allCases)
  func `after trouble it goes on by itself, and the take has every frame`(
    _ kind: ServerKind, _ trouble: Trouble
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let bench = try MixBench(environment: rig.environment)
    let rendered = try Self.prepare(bench, frameCount: 110_000)
    var extra = ""
    if trouble == .removal {
      extra = try rig.pactl(
        "load-module", "module-null-sink", "sink_name=extra", "norewinds=1", "format=float32le",
        "rate=48000", "channels=2")
      try rig.pactl("set-default-sink", "extra")
    }
    let running = try bench.start("run", "set.toml", "-v")
    try #require(bench.waitForTake("take.wav", seconds: 0.3), "\(running.errors)")
    switch trouble {
    case .crash:
      try rig.crash()
      #expect(running.waitForErrors("waiting for it"), "\(running.errors)")
      let size = bench.size(of: "take.wav")
      try rig.start()
      // The clock stood still, and goes on.
      #expect(bench.waitForTake("take.wav", seconds: Double(size) / 384_000 + 0.3))
    case .suspension:
      try rig.pactl("suspend-sink", "main", "1")
      if kind == .pulseAudio { #expect(running.waitForErrors("is suspended")) }
      try rig.pactl("suspend-sink", "main", "0")
    case .removal:
      try rig.pactl("unload-module", String(extra.prefix { $0.isNumber }))
      #expect(running.waitForErrors("now playing on "), "\(running.errors)")
    case .change:
      try rig.pactl("set-default-sink", "cue")
      // PipeWire's sinks of rigs have their names for a description.
      let told = waitUntil { running.errors.contains(/now playing on [Cc]ue\n/) }
      #expect(told, "\(running.errors)")
    }
    let result = running.expectEnd(0)
    let take = try bench.wave("take.wav")
    #expect(take.channels == rendered.channels)
    #expect(result.errors.contains("recorder.take: take.wav, 0:02."))
    #expect(!result.errors.contains("error: "))
  }
}
