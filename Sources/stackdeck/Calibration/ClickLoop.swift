import MixEngine

/// Plays clicks, and keeps what comes back: an engine whose output and input a cable, or air, joins.
///
/// A click is 20 ms of noise, the same each time: unlike a tone it is like itself at one place only.
final class ClickLoop {
  static let clickSeconds = 0.02
  static let periodSeconds = 0.5

  let engine: Engine
  let input: LiveInput
  let click: [Float]
  /// Frames from one click to the next.
  let period: Int
  private let memory: UnsafeMutablePointer<Float>
  /// Frames that are kept.
  let frameCount: Int
  private var running: RunningGraph?
  private let graph: Graph

  init(sampleRate: SampleRate, seconds: Double) throws(GraphProblem) {
    engine = Engine(sampleRate: sampleRate)
    let table = engine.parameters
    period = Int(sampleRate.frames(seconds: Self.periodSeconds))
    frameCount = Int(sampleRate.frames(seconds: seconds))
    var noise = SplitMix(seed: 1)
    click = (0..<Int(sampleRate.frames(seconds: Self.clickSeconds))).map { _ in
      Float(Int64(bitPattern: noise.next()) >> 40) / Float(1 << 23) * 0.5
    }
    let (count, period, capacity) = (click.count, period, frameCount)
    memory = .allocate(capacity: capacity + count)
    memory.initialize(repeating: 0, count: capacity + count)
    let kept = UInt(bitPattern: memory), sound = kept + UInt(4 * capacity)
    for (i, sample) in click.enumerated() { memory[capacity + i] = sample }

    @_noLocks @Sendable func provide(_ frames: FramesToFill) {
      guard let out = frames[0], let sound = UnsafePointer<Float>(bitPattern: sound) else { return }
      for i in 0..<frames.frameCount {
        let at = frames.frame &+ Int64(i)
        let place = at < 0 ? count : Int(at % Int64(period))
        out[i] = place < count ? sound[place] : 0
      }
    }
    @_noLocks @Sendable func capture(_ frames: CapturedFrames) {
      guard let left = frames[0], let kept = UnsafeMutablePointer<Float>(bitPattern: kept)
      else { return }
      for i in 0..<frames.frameCount {
        let at = frames.frame &+ Int64(i)
        if at >= 0, at < Int64(capacity) { kept[Int(at)] = left[i] }
      }
    }
    input = LiveInput(
      address: "input", parameters: table, sampleRate: sampleRate, targetFrameCount: 1024)
    var graph = Graph()
    let clicks = try graph.addSource(
      ProvidedSource(address: "click", parameters: table, channelCount: 1, provide: provide))
    try graph.connect(clicks, to: graph.addOutput("output.main", index: 0))
    let heard = try graph.addSource(input)
    try graph.connect(
      heard, to: graph.addTap(CaptureSink(address: "ear", parameters: table, didCapture: capture)))
    self.graph = graph
  }

  deinit {
    running.take()?.stop()
    memory.deallocate()
  }

  func start() throws(GraphProblems) { running = try graph.prepare(for: engine).start() }

  /// What came back so far, by frame of the render clock. When nothing is rendered any more.
  var heard: UnsafeBufferPointer<Float> { UnsafeBufferPointer(start: memory, count: frameCount) }
}
