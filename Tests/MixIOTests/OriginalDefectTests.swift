import Glibc
import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// Defects of The Amazing Audio Engine 2 in recording and offline rendering, by their numbers in our
/// list of them; those of stack, modules and renderer have their tests in MixEngineTests.
@Suite struct OriginalDefectTests {
  @Test func `D8: a take that is told to end long ahead ends at that frame`() throws {
    let recording = try TakeWriterTests.Recording()
    recording.bench.send(.beginTake, at: 0)
    recording.bench.send(.endTake, at: 96_001)
    recording.render(120_000, isThreaded: true)
    #expect(try TakeContent(recording.directory["take.wav"]).frameCount == 96_001)
  }

  @Test func `D9: a take that is not ended has the last frame that was rendered`() throws {
    let recording = try TakeWriterTests.Recording()
    recording.bench.send(.beginTake, at: 0)
    recording.render(10_017, isThreaded: true)
    let content = try TakeContent(recording.directory["take.wav"])
    // Quanta are whole: the last one is complete.
    #expect(content.frameCount == 10_048)
    #expect(greatestDifference(content.samples, NumberedSource.frames(0..<10_048)) == 0)
  }

  @Test func `D10: recording mono changes nothing of what is heard`() throws {
    func output(records: Bool) -> [Float] {
      let renderer = Renderer(sampleRate: SampleRate(48_000))
      let tap = RecorderTap(
        address: "recorder.take", parameters: renderer.parameters, ringFrameCount: 65_536)
      let source = Oscillator(address: "oscillator.a", parameters: renderer.parameters)
      let first = ModuleReference(source), second = ModuleReference(tap)
      @_noLocks @Sendable func block(_ context: RenderContext) {
        // One channel of the source stands for a mono signal.
        guard let mono = context.stack.push(channelCount: 1) else { return }
        first.process(context)
        if let top = context.stack.get(0) {
          Kernel.copy(top.left, to: mono.left, frameCount: top.frameCount)
        }
        context.stack.pop()
        second.process(context)
        context.output()
        context.stack.pop()
      }
      renderer.setBlock(keepingAlive: [source, tap], block)
      if records {
        renderer.send(Action(.beginTake, target: tap.slot, frame: 0), from: .control)
      }
      var frames = [Float](repeating: 0, count: 2 * 4800)
      renderer.render(interleaved: &frames, frameCount: 4800)
      #expect(tap.isRecording == records)
      return frames
    }
    #expect(output(records: true) == output(records: false))
  }

  @Test func `D11: how much has been recorded can be read while it is recorded`() throws {
    let bench = RecorderBench()
    bench.send(.beginTake, at: 0)
    bench.render(6400)
    #expect(bench.tap.frameCount == 6400)
  }

  @Test func `D12: a gap between echoes is not the end of a render`() throws {
    let engine = Engine(sampleRate: SampleRate(48_000), isOffline: true)
    let file = try TemporaryDirectory()
    let click = try RenderedFile(
      path: FilePath(file["click.wav"]), encoding: .float, sampleRate: SampleRate(48_000))
    try [Float](repeating: 0.5, count: 200).withUnsafeBufferPointer {
      try click.write(interleaved: $0.baseAddress!, frameCount: 100)
    }
    try click.finish()
    let pool = FileReaderPool(mode: .inline)
    let player = FilePlayer(address: "player.a", parameters: engine.parameters)
    player.load(try pool.open(path: file["click.wav"]))
    let echo = Delay(address: "effect.echo", parameters: engine.parameters)
    engine.parameters.parameter(named: "effect.echo.feedback")?.set(50)
    var graph = Graph()
    let song = try graph.addSource(player)
    let effect = try graph.addEffect(echo)
    try graph.connect(song, to: effect.input)
    try graph.connect(effect.output, to: graph.addOutput("output.main", index: 0))
    // Slots are given when the graph is prepared.
    let prepared = try graph.prepare(for: engine)
    engine.renderer.send(Action(.play, target: player.slot, frame: 0), from: .control)
    let running = prepared.start()
    var left: [Float] = []
    try OfflineRender(engine.renderer, takes: []).run(limit: 48_000 * 60) {
      (samples, _, count) throws(TakeError) in
      left += UnsafeBufferPointer(start: samples, count: count)
    }
    running.stop()
    // One second of silence lies between echoes, and ten of them are heard.
    for echo in 1...10 {
      let frame = 48_000 * echo + 50
      #expect(frame < left.count && left[frame] != 0, "echo \(echo)")
      #expect(left[48_000 * echo - 100] == 0)
    }
  }

  @Test func `D13: a WAV of floats is little-endian RIFF with format 3`() throws {
    let recording = try TakeWriterTests.Recording()
    recording.bench.send(.beginTake, at: 0)
    recording.render(640, isThreaded: false)
    let descriptor = open(recording.directory["take.wav"], O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    #expect(String(decoding: bytes[0..<4], as: UTF8.self) == "RIFF")
    #expect(String(decoding: bytes[8..<12], as: UTF8.self) == "WAVE")
    let format = (12..<count - 10).first {
      Array(bytes[$0..<$0 + 4]) == Array("fmt ".utf8)
    }
    let place = try #require(format)
    #expect(bytes[place + 8] == 3 && bytes[place + 9] == 0)
  }
}
