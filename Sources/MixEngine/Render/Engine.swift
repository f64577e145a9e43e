/// The face of MixEngine: a renderer, and the graph that it renders.
///
/// Control thread. A graph is prepared for an engine, started, and changed while it runs:
///
///     let engine = Engine(sampleRate: SampleRate(48000))
///     var running = try graph.prepare(for: engine).start()
///     …
///     try running.update(to: changedGraph)
public final class Engine: @unchecked Sendable {
  /// Entries of the buffer stack: how deep buses may be nested.
  public static let stackCapacity = 256

  public let renderer: Renderer
  private var delays: [String: AlignDelay] = [:]

  public init(
    sampleRate: SampleRate, outputs: [Int] = [2], isOffline: Bool = false,
    parameters: ParameterTable = ParameterTable()
  ) {
    renderer = Renderer(
      sampleRate: sampleRate, outputs: outputs, isOffline: isOffline, parameters: parameters,
      stackCapacity: Self.stackCapacity)
  }

  public var parameters: ParameterTable { renderer.parameters }

  /// Makes the program of a graph that has no problems.
  func compile(
    _ graph: Graph, helpers: [Module], schedule: [Action]
  ) throws(GraphProblems) -> RenderProgram {
    for module in helpers + graph.modules { renderer.adopt(module) }
    let program = RenderProgram(graph: graph, helpers: helpers, schedule: schedule) {
      address, frames in
      let key = "\(address) \(frames)"
      if let delay = delays[key] { return delay }
      let delay = AlignDelay(address: address, parameters: parameters, frames: frames)
      renderer.adopt(delay)
      delays[key] = delay
      return delay
    }
    // One entry is left for what an effect copies.
    guard program.depth < Self.stackCapacity else {
      throw GraphProblems(problems: [.tooDeep(program.depth, limit: Self.stackCapacity - 1)])
    }
    return program
  }
}
