import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// How outputs begin and end.
@Suite(.serialized) struct PulseStartTests {
  private let renderer = Renderer(sampleRate: SampleRate(48000))

  private func failure(_ settings: PulseSettings) -> OutputProblem? {
    let output = PulseOutput(renderer, settings)
    let problem = #expect(throws: OutputProblem.self) { try output.start() }
    #expect(problem.map { output.state == .failed($0) } ?? false)
    output.close()
    #expect(problem.map { output.state == .failed($0) } ?? false)
    #expect(output.renderedFrameCount == 0)
    return problem
  }

  @Test func `no server is told at once`() throws {
    let directory = try TemporaryDirectory()
    let server = "unix:" + directory["nobody"]
    #expect(
      failure(PulseSettings(server: server))
        == .noServer(address: server, reason: "Connection refused"))
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a sink that is not there is told with the nearest one`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    var settings = PulseSettings.ofTest(rig)
    settings.device = "mian"
    guard case .noDevice("mian", let nearest, let present)? = failure(settings) else {
      Issue.record("not told")
      return
    }
    #expect(nearest?.lowercased() == "main")
    #expect(present.count == 4)
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `two sinks of a name are told`() throws {
    let rig = try PulseRig()
    try rig.start()
    var settings = PulseSettings.ofTest(rig)
    settings.device = "m"
    #expect(failure(settings) == .severalDevices(name: "m", matches: ["Main", "MicFeed"]))
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `part of a description names a sink, and the stream tells who it is`() throws {
    let rig = try PulseRig()
    try rig.start()
    var settings = PulseSettings.ofTest(rig)
    settings.device = "CUE"
    settings.streamName = "Friday night"
    let output = PulseOutput(renderer, settings)
    try output.start()
    #expect(output.state.device == OutputDevice(name: "cue", description: "Cue"))
    let inputs = try rig.pactl("list", "sink-inputs")
    #expect(inputs.contains("application.name = \"stackdeck\""))
    #expect(inputs.contains("media.name = \"Friday night\""))
    #expect(inputs.contains("module-stream-restore.id = \"stackdeck:main\""))
    #expect(!inputs.contains("media.role"))
    output.close()
    #expect(try rig.pactl("list", "short", "sink-inputs").isEmpty)
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `who waits for server and sink plays when they have come`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    var settings = PulseSettings.ofTest(rig)
    settings.device = "extra"
    settings.waitsForDevice = true
    let output = PulseOutput(renderer, settings)
    try output.start()
    guard case .reconnecting(.noServer, _) = output.state else {
      Issue.record("\(output.state)")
      return
    }
    try rig.start()
    #expect(
      waitUntil {
        if case .reconnecting(.noDevice, _) = output.state { true } else { false }
      })
    #expect(output.renderedFrameCount == 0)
    _ = try rig.loadSink("extra")
    #expect(waitUntil { output.state.isPlaying })
    #expect(output.state.device?.name == "extra")
    #expect(waitUntil { output.renderedFrameCount > 4800 })
    output.close()
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: [10, 20, 100, 500], ServerKind.installed)
  func `the latency that is granted is told, and the buffer is filled in whole quanta`(
    _ milliseconds: Int, _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    var settings = PulseSettings.ofTest(rig)
    settings.latencyMilliseconds = milliseconds
    let output = PulseOutput(renderer, settings)
    try output.start()
    let granted = try #require(output.state.grantedLatency)
    #expect(granted >= .milliseconds(5))
    #expect(granted <= .milliseconds(milliseconds + 50))
    #expect(waitUntil { output.renderedFrameCount > 24_000 })
    #expect(output.renderedFrameCount % 64 == 0)
    if kind == .pulseAudio {
      #expect(waitUntil { output.latency.map { $0 > .zero && $0 < .seconds(1) } ?? false })
    }
    output.close()
  }

  @Test func `what is asked is 10 ms at least, in whole quanta`() {
    let rate = SampleRate(48000)
    #expect(PulseBuffer(latencyMilliseconds: 5, rate: rate).target == 512)
    #expect(PulseBuffer(latencyMilliseconds: 10, rate: rate).target == 512)
    for milliseconds in [10, 11, 20, 40, 333, 2000] {
      for rate in [8000, 44100, 48000, 192_000].map({ SampleRate($0) }) {
        let buffer = PulseBuffer(latencyMilliseconds: milliseconds, rate: rate)
        let wanted = rate.hertz * milliseconds / 1000
        #expect(buffer.target % 64 == 0 && buffer.request % 64 == 0)
        #expect(buffer.target >= wanted && buffer.target < wanted + 64)
        #expect(buffer.request <= max(buffer.target / 4, 64))
        // What can be written must do to start.
        #expect(buffer.beforeStart <= max(buffer.target - 64, 64))
      }
    }
  }

  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `a renderer of another rate is heard at its pitch and level`(_ kind: ServerKind) throws {
    let rig = try kind.makeRig()
    try rig.start()
    let renderer = Renderer(sampleRate: SampleRate(44100))
    let tone = Signals.sine(441, 100, rate: 44100, amplitude: 0.5)
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 100)
    samples.initialize(from: tone, count: 100)
    defer { samples.deallocate() }
    nonisolated(unsafe) let period = samples
    @_noLocks @Sendable func block(_ context: RenderContext) {
      guard let buffer = context.stack.push() else { return }
      for i in 0..<context.frameCount {
        let x = period[(Int(truncatingIfNeeded: context.time) &+ i) % 100]
        buffer.left[i] = x
        buffer.right[i] = x
      }
      context.output()
      context.stack.pop()
    }
    renderer.setBlock(keepingAlive: [], block)
    let isWhole = try (1...5).contains { _ in
      let monitor = try PulseMonitor("main", of: rig)
      #expect(monitor.waitUntilListening())
      let output = PulseOutput(renderer, .ofTest(rig))
      try output.start()
      let before = output.renderedFrameCount
      #expect(waitUntil { output.renderedFrameCount > before + 22_050 })
      output.close()
      let left = Signals.channel(0, of: monitor.heard)
      guard let first = Measurements.firstSound(left), left.count > first + 16_000 else {
        return false
      }
      let fit = Measurements.fitSine(left[first + 2400..<first + 14_400], frequency: 441)
      #expect(abs(Measurements.decibels(fit.amplitude / 0.5)) < 0.1 || fit.signalToNoise < 60)
      return fit.signalToNoise > 60
    }
    #expect(isWhole)
  }

  // MARK: The end

  @Test func `closed before it was started it never starts`() throws {
    let output = PulseOutput(renderer)
    #expect(output.state == .idle)
    output.close()
    output.close()
    #expect(output.state == .closed)
    try output.start()
    #expect(output.state == .closed)
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `it closes while the server is frozen`() throws {
    let rig = try PulseRig()
    try rig.start()
    let output = PulseOutput(renderer, .ofTest(rig))
    try output.start()
    #expect(waitUntil { output.renderedFrameCount > 4800 })
    try rig.freeze()
    output.close()
    #expect(output.state == .closed)
    // Also when it has been found out, and another connection hangs.
    try rig.thaw()
    let other = PulseOutput(renderer, .ofTest(rig))
    try other.start()
    try rig.freeze()
    #expect(
      waitUntil { if case .reconnecting = other.state { true } else { false } })
    other.close()
    #expect(other.state == .closed)
    try rig.thaw()
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `it closes while it waits for a server`() throws {
    let rig = try PulseRig()
    try rig.start()
    let output = PulseOutput(renderer, .ofTest(rig))
    try output.start()
    try rig.crash()
    #expect(
      waitUntil { if case .reconnecting(_, let n) = output.state { n >= 3 } else { false } })
    output.close()
    #expect(output.state == .closed)
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `released while it plays it closes`() throws {
    let rig = try PulseRig()
    try rig.start()
    var output: PulseOutput? = PulseOutput(renderer, .ofTest(rig))
    try output?.start()
    #expect(try !rig.pactl("list", "short", "sink-inputs").isEmpty)
    output = nil
    #expect(try rig.pactl("list", "short", "sink-inputs").isEmpty)
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `it says whether it got real-time priority, and why not`() throws {
    let rig = try PulseRig()
    try rig.start()
    var settings = PulseSettings.ofTest(rig)
    let modest = PulseOutput(renderer, settings)
    try modest.start()
    #expect(modest.hasRealtimePriority == nil && modest.realtimeRefusal == nil)
    modest.close()
    settings.asksForRealtime = true
    let output = PulseOutput(renderer, settings)
    try output.start()
    #expect(waitUntil { output.hasRealtimePriority != nil })
    #expect(output.hasRealtimePriority == (output.realtimeRefusal == nil))
    // EPERM where the system does not permit it.
    if let error = output.realtimeRefusal { #expect(error == 1) }
    output.close()
  }
}
