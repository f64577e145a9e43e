import CRealtime
import MixTestSupport
import Testing

@testable import MixEngine

@Suite struct GraphAdapterTests {
  let engine = Engine(sampleRate: SampleRate(48000), isOffline: true)
  var table: ParameterTable { engine.parameters }

  /// Left and right of a source that tells them apart.
  func sides(_ left: Float, _ right: Float, rate: SampleRate? = nil) -> ProvidedSource {
    ProvidedSource(address: "song", parameters: table, sampleRate: rate) { frames in
      for i in 0..<frames.frameCount {
        frames[0]?[i] = left
        frames[1]?[i] = right
      }
    }
  }

  @_noLocks private static func fillSine(_ frames: FramesToFill, _ turn: Double) {
    for c in 0..<frames.channelCount {
      guard let side = frames[c] else { return }
      for i in 0..<frames.frameCount {
        side[i] = Float(0.5 * crt_sin(turn * Double(frames.frame &+ Int64(i))))
      }
    }
  }

  @_noLocks private static func fillLine(_ frames: FramesToFill) {
    for c in 0..<frames.channelCount {
      guard let side = frames[c] else { return }
      for i in 0..<frames.frameCount { side[i] = Float(frames.frame &+ Int64(i)) / 10000 }
    }
  }

  func listing(_ prepared: borrowing PreparedGraph) -> [String] {
    prepared.program.listing().map { "\($0.operation) \($0.operand) \($0.remark)" }
  }

  @Test func `mono goes to both sides at the same gain, and that is told`() throws {
    let voice = ProvidedSource(address: "voice", parameters: table, channelCount: 1) { frames in
      for i in 0..<frames.frameCount { frames[0]?[i] = 0.25 }
    }
    let heard = Listener("heard", table)
    var graph = Graph()
    let output = try graph.addSource(voice)
    try graph.connect(output, to: graph.addTap(heard))
    try graph.connect(output, to: graph.addOutput("speakers", index: 0))
    let prepared = try graph.prepare(for: engine)
    #expect(prepared.adapters == [GraphAdapter(address: "voice", change: .monoToStereo)])
    #expect(listing(prepared)[..<2] == ["push voice ", "adapt voice mono → stereo"])
    let running = prepared.start()
    _ = engine.renderLeft(64)
    #expect(heard.heard[7] == 0.25 && heard.heard[64 + 7] == 0.25)
    running.stop()
  }

  @Test func `a mono sink is told of the middle, and what others hear stays stereo`() throws {
    let seen = FrameLog()
    let sink = CaptureSink(address: "take", parameters: table, channelCount: 1) { frames in
      seen.add(frames.frame, frames.channelCount)
      for i in 0..<frames.frameCount where frames[0]?[i] != 0.5 { seen.mismatch() }
    }
    let heard = Listener("heard", table)
    var graph = Graph()
    let song = try graph.addSource(sides(0.75, 0.25))
    try graph.connect(song, to: graph.addTap(sink))
    try graph.connect(song, to: graph.addTap(heard))
    try graph.connect(song, to: graph.addOutput("speakers", index: 0))
    let prepared = try graph.prepare(for: engine)
    #expect(prepared.adapters == [GraphAdapter(address: "song", change: .stereoToMono)])
    #expect(listing(prepared).contains("adapt song stereo → mono"))
    let running = prepared.start()
    #expect(engine.renderLeft(128).allSatisfy { $0 == 0.75 })
    #expect(seen.lengths == [1, 1] && seen.mismatches == 0)
    #expect(heard.heard[64] == 0.25)
    running.stop()
  }

  @Test func `an effect that takes mono gets it, and what follows is stereo again`() throws {
    let effect = ScaleAndAdd("mono", table, scale: 2, add: 0)
    effect.inputChannelCount = 1
    let heard = Listener("heard", table)
    var graph = Graph()
    let ports = try graph.addEffect(effect)
    try graph.connect(graph.addSource(sides(0.75, 0.25)), to: ports.input)
    try graph.connect(ports.output, to: graph.addTap(heard))
    try graph.connect(ports.output, to: graph.addOutput("speakers", index: 0))
    let prepared = try graph.prepare(for: engine)
    #expect(
      prepared.adapters == [
        GraphAdapter(address: "mono", change: .monoToStereo),
        GraphAdapter(address: "song", change: .stereoToMono),
      ])
    let running = prepared.start()
    #expect(engine.renderLeft(64).allSatisfy { $0 == 1 })
    #expect(heard.heard[0] == 1 && heard.heard[64] == 1)
    #expect(engine.renderer.faults.pointee.imbalances.load(ordering: .relaxed) == 0)
    running.stop()
  }

  @Test(arguments: [false, true]) func `an output with one channel gets the middle`(
    hasFader: Bool
  ) throws {
    let engine = Engine(sampleRate: SampleRate(48000), outputs: [1], isOffline: true)
    let source = ProvidedSource(address: "song", parameters: engine.parameters) { frames in
      for i in 0..<frames.frameCount {
        frames[0]?[i] = 0.75
        frames[1]?[i] = 0.25
      }
    }
    var graph = Graph()
    let fader = hasFader ? Fader(strip: "out", parameters: engine.parameters, kind: .main) : nil
    try graph.connect(
      graph.addSource(source), to: graph.addOutput("speakers", index: 0, fader: fader))
    let prepared = try graph.prepare(for: engine)
    #expect(prepared.adapters == [GraphAdapter(address: "speakers", change: .stereoToMono)])
    let running = prepared.start()
    var heard = Signals.silence(64)
    heard.withUnsafeMutableBufferPointer { buffer in
      var channels = [buffer.baseAddress!]
      engine.renderer.render(into: &channels, frameCount: 64)
    }
    #expect(heard.allSatisfy { $0 == 0.5 })
    running.stop()
  }

  // A tone at another rate is the same tone; the first frames lie under the filter's edge.
  @Test(arguments: [8000, 22050, 44100, 88200, 96000, 192_000])
  func `a source of another rate is heard at its pitch, in time, and told`(rate: Int) throws {
    let turn = 2 * Double.pi * 440 / Double(rate)
    let asked = FrameLog()
    let source = ProvidedSource(
      address: "song", parameters: table, sampleRate: SampleRate(rate)
    ) { frames in
      asked.add(frames.frame, frames.frameCount)
      Self.fillSine(frames, turn)
    }
    var graph = Graph()
    try graph.connect(graph.addSource(source), to: graph.addOutput("speakers", index: 0))
    let prepared = try graph.prepare(for: engine)
    let change = GraphAdapter.Change.rate(from: SampleRate(rate), to: SampleRate(48000))
    #expect(prepared.adapters == [GraphAdapter(address: "song", change: change)])
    #expect(listing(prepared)[1] == "adapt song \(rate) Hz → 48000 Hz")
    let running = prepared.start()
    // Requests of any size: how they are cut changes nothing.
    let heard = engine.renderLeft(1000) + engine.renderLeft(37) + engine.renderLeft(963)
    var worst: Float = 0
    for n in 500..<2000 {
      let wanted = Float(0.5 * crt_sin(2 * Double.pi * 440 * Double(n) / 48000))
      worst = max(worst, abs(heard[n] - wanted))
    }
    #expect(worst < 1e-4, "\(worst)")
    #expect(asked.frames == asked.frames.indices.map { Int64(64 * $0) })
    running.stop()
  }

  @Test func `a source whose rate is the engine's is left as it is`() throws {
    var graph = Graph()
    let song = sides(0.5, 0.5, rate: SampleRate(48000))
    try graph.connect(graph.addSource(song), to: graph.addOutput("speakers", index: 0))
    let prepared = try graph.prepare(for: engine)
    #expect(prepared.adapters.isEmpty)
  }

  @Test func `a source of another rate goes on where it was when the graph changes`() throws {
    let source = ProvidedSource(
      address: "song", parameters: table, sampleRate: SampleRate(24000)
    ) { frames in
      Self.fillLine(frames)
    }
    var graph = Graph()
    let song = try graph.addSource(source)
    try graph.connect(song, to: graph.addOutput("speakers", index: 0))
    var running = try graph.prepare(for: engine).start()
    var heard = engine.renderLeft(640)
    try graph.connect(song, to: graph.addTap(Listener("heard", table)))
    try running.update(to: graph)
    heard += engine.renderLeft(640)
    for n in 200..<1280 { #expect(abs(heard[n] - Float(n) / 20000) < 1e-4) }
    running.stop()
  }
}
