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
  private var channelAdapters: [String: ChannelAdapter] = [:]
  /// By the source that is adapted.
  private var rateAdapters: [ObjectIdentifier: RateAdapter] = [:]

  public init(
    sampleRate: SampleRate, outputs: [Int] = [2], isOffline: Bool = false,
    parameters: ParameterTable = ParameterTable()
  ) {
    renderer = Renderer(
      sampleRate: sampleRate, outputs: outputs, isOffline: isOffline, parameters: parameters,
      stackCapacity: Self.stackCapacity)
  }

  public var parameters: ParameterTable { renderer.parameters }

  /// Makes the program of a graph that has no problems, no wires and no nested graphs.
  func compile(
    _ graph: Graph, helpers: [Module], schedule: [Action]
  ) throws(GraphProblems) -> RenderProgram {
    let formats = try settle(graph)
    for module in helpers + graph.modules + formats.graph.modules { renderer.adopt(module) }
    let adapted = formats.graph.nodes.compactMap { ($0.module as? RateAdapter)?.source }
    let program = RenderProgram(
      graph: formats.graph, adapters: formats.adapters, adapted: adapted, helpers: helpers,
      schedule: schedule
    ) {
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

  private func settle(_ graph: Graph) throws(GraphProblems) -> FormatPlan {
    // Of what can't be called any more nothing is kept.
    let inUse = renderer.modulesInUse
    rateAdapters = rateAdapters.filter { inUse.contains(ObjectIdentifier($0.value)) }
    channelAdapters = channelAdapters.filter { inUse.contains(ObjectIdentifier($0.value)) }
    return try FormatPlan(
      graph, rate: renderer.sampleRate, outputs: renderer.outputChannelCounts
    ) { address, count in
      if let adapter = channelAdapters[address], adapter.channelCount == count { return adapter }
      let adapter = ChannelAdapter(address: address, parameters: parameters, channelCount: count)
      channelAdapters[address] = adapter
      return adapter
    } rates: { source, rate, address in
      if let adapter = rateAdapters[ObjectIdentifier(source)], adapter.address == address {
        return adapter
      }
      let adapter = RateAdapter(address: address, source: source, rate: rate)
      rateAdapters[ObjectIdentifier(source)] = adapter
      return adapter
    }
  }
}
