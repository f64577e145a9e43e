import MixEngine

/// A session as the engine can run it: a graph, and what goes with it.
///
///     var running = try build.graph.prepare(
///       for: engine, helpers: build.helpers, schedule: build.schedule).start()
public struct SessionBuild: Sendable {
  public let plan: SessionPlan
  public let graph: Graph
  /// What does its work beside the signal's way: the crossfader.
  public let helpers: [Module]
  /// Starts, takes and the session's events, by frame.
  public internal(set) var schedule: [Action]
  /// Players by the strip's name. Who opens files loads them into these.
  public let players: [String: FilePlayer]
  /// Live inputs by the strip's name. Who opens devices lets them write to these.
  public let inputs: [String: LiveInput]
  /// By the strip's name: players that stand for live inputs and play what was kept of them.
  public let keptInputs: [String: FilePlayer]
  /// By the strip's name: taps at the beginning of live inputs, where they are kept.
  public let inputTaps: [String: RecorderTap]
  /// Outputs beside main by name. Who opens devices lets them read from these.
  public let outputs: [String: BridgeTap]
  /// By the recorder's name. Who stores takes drains these.
  public let recorders: [String: RecorderTap]
  /// Meters by the strip's name, where they were asked for.
  public let meters: [String: LevelMeter]
  public let addresses: AddressBook
  /// What a change of a session that runs sets: parameters that stand differently in the file.
  public internal(set) var values: [(parameter: Parameter, value: Float)] = []
  let parameters: ParameterTable
  let sampleRate: SampleRate
  /// By address.
  let modules: [String: Module]

  /// The player whose end is the end of the session; nil: all.
  public var endSlot: Int32? { plan.endWith.flatMap { players[$0.value]?.slot } }

  /// The engine's side of an address.
  public func target(_ address: String) -> Result<AddressTarget, AddressProblem> {
    addresses.resolveKept(address).flatMap { entry in
      target(address, entry).map { .success($0) }
        ?? .failure(
          SendPlan.isAddress(address) ? .unconnected(address) : .unknown(address, nearest: nil))
    }
  }

  func target(_ address: String, _ entry: AddressEntry) -> AddressTarget? {
    switch entry {
    case .parameter(let descriptor):
      // One that a session had before still stands among the parameters, and moves nothing.
      if SendPlan.isAddress(address), modules[address] == nil { return nil }
      return parameters.parameter(named: address).map { .parameter($0, descriptor) }
    case .action(.stopAll, _):
      // Oscillators don't stop, but the session lasts until then.
      let sources = plan.strips.compactMap { $0.kind == .bus ? nil : modules[$0.address]?.slot }
      return .action(.stopAll, slots: sources)
    case .action(.fade, let crossfader):
      return parameters.parameter(named: "\(crossfader).position").map {
        .fade($0, sampleRate)
      }
    case .action(.reload, _): return .request(.reload)
    case .action(.layer, _): return .request(.layer)
    case .action(.mark, let module):
      return (modules[module] as? RecorderTap).map { .mark($0) }
    case .action(let kind, let module):
      return modules[module].map { .action(kind, slots: [$0.slot]) }
    case .reading, .key: return nil
    }
  }

  /// What problems of the graph mean for the session's text. A plan has none, so these are faults
  /// of the program; but nobody should have to guess where.
  public func diagnostics(for problems: GraphProblems) -> [Diagnostic] {
    problems.problems.map { plan.diagnostic(for: $0) }
  }
}
