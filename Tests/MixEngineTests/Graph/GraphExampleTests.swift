import MixEngine
import Synchronization
import Testing

/// MixEngine alone, as another program uses it: a microphone and a backing into a mixer, from there to
/// the speakers and to a recorder; all of it changed while it runs. Only what is public is used.
@Suite struct GraphExampleTests {
  /// Where a program would put what it records. The render thread writes, others read afterwards.
  final class Recording: Sendable {
    let frames = Atomic<Int>(0)
    let last = Atomic<UInt32>(0)
  }

  /// Renders half a second, as an output (or a file) would. Returns the last sample of each side.
  func play(_ engine: Engine) -> (left: Float, right: Float) {
    var left = [Float](repeating: 0, count: 24_000), right = left
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in
        var channels = [l.baseAddress!, r.baseAddress!]
        engine.renderer.render(into: &channels, frameCount: 24_000)
      }
    }
    return (left.last!, right.last!)
  }

  @Test func `a voice and a backing are mixed, heard and recorded`() throws {
    // 1. An engine has a rate, outputs, and the table of all parameters.
    let engine = Engine(sampleRate: SampleRate(48000), isOffline: true)
    let parameters = engine.parameters

    // 2. What makes sound is asked for it, on the render thread. With `@_noLocks` the compiler proves
    //    that a function neither allocates nor locks. This microphone is mono; the backing has another
    //    rate.
    @_noLocks @Sendable func speak(_ frames: FramesToFill) {
      guard let only = frames[0] else { return }
      for i in 0..<frames.frameCount { only[i] = 0.25 }
    }
    @_noLocks @Sendable func accompany(_ frames: FramesToFill) {
      guard let left = frames[0], let right = frames[1] else { return }
      for i in 0..<frames.frameCount {
        left[i] = 0.5
        right[i] = 0.5
      }
    }
    let microphone = ProvidedSource(
      address: "microphone", parameters: parameters, channelCount: 1, provide: speak)
    let backing = ProvidedSource(
      address: "backing", parameters: parameters, sampleRate: SampleRate(44100),
      provide: accompany)

    // 3. What takes sound is told of it.
    let recording = Recording()
    @_noLocks @Sendable func write(_ frames: CapturedFrames) {
      recording.frames.add(frames.frameCount, ordering: .relaxed)
      guard let left = frames[0] else { return }
      recording.last.store(left[frames.frameCount &- 1].bitPattern, ordering: .relaxed)
    }
    let recorder = CaptureSink(address: "recorder", parameters: parameters, didCapture: write)

    // 4. The graph says what is connected to what. Ports have types: no input can be taken for an
    //    output, and no number for either.
    var graph = Graph()
    let mixer = try graph.addMixer("mix", parameters: parameters)
    let voice = try graph.addInput("voice", to: mixer)
    let song = try graph.addInput("song", to: mixer)
    try graph.connect(graph.addSource(microphone), to: voice.input)
    try graph.connect(graph.addSource(backing), to: song.input)
    try graph.connect(mixer.output, to: graph.addOutput("speakers", index: 0))
    try graph.connect(mixer.output, to: graph.addTap(recorder))

    // 5. `prepare` checks all of it, says what it adapted, and shows what a cycle does.
    let prepared = try graph.prepare(for: engine)
    #expect(
      prepared.adapters.map { "\($0.address): \($0.change.text)" } == [
        "microphone: mono → stereo", "backing: 44100 Hz → 48000 Hz",
      ])
    #expect(prepared.program.listing().first?.text == "push    microphone")

    // 6. It runs. Whoever has the output calls the renderer; parameters are set from anywhere.
    var running = prepared.start()
    let meter = voice.levelAfter.addReader()
    #expect(abs(play(engine).left - 0.75) < 1e-5)
    song.gain.set(-.infinity)
    #expect(play(engine).left == 0.25)
    #expect(recording.frames.load(ordering: .relaxed) == 48_000)
    #expect(Float(bitPattern: recording.last.load(ordering: .relaxed)) == 0.25)
    #expect(meter?.read().peak == Decibels(gain: 0.25))
    // By address, as a controller would: to the left.
    parameters.parameter(named: "mix.voice.balance")?.set(-1)
    #expect(play(engine) == (left: 0.25, right: 0))

    // 7. It is changed while it runs: a copy of the graph gets another input, and an effect in a
    //    graph of its own. What joins fades in, what leaves fades out; the rest goes on.
    var strip = Graph()
    let echo = try strip.addEffect(Delay(address: "effect.echo", parameters: parameters))
    try strip.connect(strip.addInlet("in"), to: echo.input)
    try strip.connect(echo.output, to: strip.addOutlet("out"))

    var next = running.graph
    let guest = try next.addInput("guest", to: mixer)
    @_noLocks @Sendable func answer(_ frames: FramesToFill) {
      guard let right = frames[1] else { return }
      for i in 0..<frames.frameCount { right[i] = 0.125 }
    }
    let second = ProvidedSource(address: "guest", parameters: parameters, provide: answer)
    try next.addGraph(strip, address: "room")
    try next.connect(next.addSource(second), to: next.input("in", of: "room"))
    try next.connect(next.output("out", of: "room"), to: guest.input)
    try running.update(to: next)
    #expect(play(engine).left == 0.25)
    #expect(play(engine).right > 0)

    try next.removeInput("guest", from: mixer)
    try next.remove("room")
    try next.remove("guest")
    try running.update(to: next)
    #expect(play(engine) == (left: 0.25, right: 0))

    // 8. A mistake is told where it is made, with what there is; what runs, runs on.
    do {
      try next.connect(mixer.output, to: next.input("voise", of: "mix"))
      Issue.record("it was connected")
    } catch {
      #expect(
        "\(error)" == """
          'mix' has no port 'voise'
            help: did you mean 'voice'? ports of mix: voice, song
          """)
    }
    running.stop()
    #expect(play(engine).left == 0)
  }
}
