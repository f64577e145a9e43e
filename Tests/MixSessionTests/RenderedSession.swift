import MixEngine
import MixSession

/// A session that is rendered piece by piece, and may be changed between the pieces.
final class RenderedSession {
  let engine: Engine
  let builder: SessionBuilder
  private(set) var build: SessionBuild
  private var running: RunningGraph?

  /// - Parameter prepare: gives players their files.
  init(
    _ text: String, _ options: SessionBuilder.Options = .init(),
    prepare: (SessionBuild) -> Void = { _ in }
  ) throws {
    let plan = try plan(text)
    engine = Engine(sampleRate: plan.sampleRate.value, isOffline: true)
    builder = SessionBuilder(engine: engine, options: options)
    build = try builder.build(plan)
    prepare(build)
    running = try build.graph.prepare(
      for: engine, helpers: build.helpers, schedule: build.schedule
    ).start()
  }

  deinit { running.take()?.stop() }

  /// The session's text is another one from the next quantum on.
  @discardableResult func change(to text: String) throws -> SessionChange {
    let (next, change) = try builder.update(to: try plan(text))
    build = next
    var graphChange = GraphChange()
    graphChange.values = next.values
    try running?.update(
      to: next.graph, helpers: next.helpers, schedule: next.schedule, graphChange)
    return change
  }

  /// The next frames of main, interleaved in two.
  func render(_ frames: Int) -> (left: [Float], right: [Float]) {
    var samples = [Float](repeating: 0, count: 2 * frames)
    samples.withUnsafeMutableBufferPointer {
      engine.renderer.render(interleaved: $0.baseAddress!, frameCount: frames)
    }
    return (
      (0..<frames).map { samples[2 * $0] }, (0..<frames).map { samples[2 * $0 + 1] }
    )
  }

  /// The frames of so many seconds.
  func render(seconds: Double) -> (left: [Float], right: [Float]) {
    render(Int((seconds * Double(engine.renderer.sampleRate.hertz)).rounded()))
  }

  func set(_ address: String, _ value: Float) {
    engine.parameters.parameter(named: address)!.set(value)
  }

  /// The addresses of the graph's nodes.
  var nodes: [String] { build.graph.nodes.map(\.address) }
}

extension Array where Element == Float {
  var peak: Float { reduce(0) { Swift.max($0, abs($1)) } }
}
