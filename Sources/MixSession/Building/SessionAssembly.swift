import MixEngine

/// The graph of one plan, being put together.
struct SessionAssembly {
  private let plan: SessionPlan
  private let builder: SessionBuilder
  private let existing: [String: Module]
  private let crossfader: Crossfader
  /// It joins a mix that runs: what is new comes in over a few milliseconds.
  private let joins: Bool
  /// Recorders that store otherwise than before: they begin anew.
  private let retaken: [String]
  private var graph = Graph()
  private(set) var modules: [String: Module] = [:]
  private var points: [String: Points] = [:]
  private var players: [String: FilePlayer] = [:]
  private var inputs: [String: LiveInput] = [:]
  private var keptInputs: [String: FilePlayer] = [:]
  private var recorders: [String: RecorderTap] = [:]
  private var meters: [String: LevelMeter] = [:]

  /// Where on a strip others can listen.
  private struct Points {
    let dry: OutputPort
    let pre: OutputPort
    let post: OutputPort

    subscript(point: RecorderPoint) -> OutputPort {
      switch point {
      case .dry: dry
      case .pre: pre
      case .post: post
      }
    }
  }

  init(
    _ plan: SessionPlan, builder: SessionBuilder, existing: [String: Module],
    crossfader: Crossfader, joins: Bool, retaken: [String]
  ) throws(GraphProblem) {
    self.plan = plan
    self.builder = builder
    self.existing = existing
    self.crossfader = crossfader
    self.joins = joins
    self.retaken = retaken
    if let curve = plan.crossfader?.curve.value {
      joins ? crossfader.stage(curve: curve) : crossfader.setCurve(curve)
    }
    for strip in plan.strips { try add(strip) }
    // Sums are mixed in the order of the session.
    for strip in plan.strips {
      guard let to = strip.to.value, let end = points[strip.name] else { continue }
      try graph.connect(end.post, to: graph.addInput(toSum: Self.sum(to)))
    }
    for effect in plan.effects { try addListener(of: effect) }
    for recorder in plan.recorders { try add(recorder) }
    try addOutput()
  }

  private static func sum(_ bus: String) -> String { "bus.\(bus).sum" }

  private var table: ParameterTable { builder.engine.parameters }

  /// The object that stood at an address before, if it is of the kind that is wanted, else a new one.
  private mutating func module<Kind: Module>(
    _ address: String, fits: (Kind) -> Bool = { _ in true }, make: () -> Kind
  ) -> Kind {
    let kept = (existing[address] as? Kind).flatMap { fits($0) ? $0 : nil }
    let module = kept ?? make()
    // Its number is what actions name it by.
    builder.engine.renderer.adopt(module)
    modules[address] = module
    return module
  }

  // MARK: Strips

  private mutating func add(_ strip: StripPlan) throws(GraphProblem) {
    let source = try addSource(strip)
    var at = source
    if isNeeded(Trim.descriptors, strip) {
      let trim = module("\(strip.address).trim") { [table] in
        Trim(strip: strip.address, parameters: table)
      }
      at = try append(trim, to: at)
    }
    if isNeeded(Isolator.descriptors, strip) {
      let crossover = plan.crossover.value
      let isolator = module("\(strip.address).eq") {
        (isolator: Isolator) in
        isolator.crossover == crossover
      } make: { [table] in
        Isolator(strip: strip.address, parameters: table, crossover: crossover)
      }
      at = try append(isolator, to: at)
    }
    if isNeeded(Sweep.descriptors, strip) {
      let sweep = module("\(strip.address).sweep") { [table] in
        Sweep(strip: strip.address, parameters: table)
      }
      at = try append(sweep, to: at)
    }
    for name in strip.effects.map(\.value) {
      guard let effect = plan.effect(named: name) else { continue }
      at = try append(make(effect), to: at)
    }
    let fader = makeFader(strip)
    let end = try graph.addFader(fader)
    try graph.connect(at, to: end.input)
    points[strip.name] = Points(dry: source, pre: at, post: end.output)
    if builder.options.hasMeters {
      let meter = module("\(strip.address).level") { [table] in
        LevelMeter(address: "\(strip.address).level", parameters: table)
      }
      meters[strip.name] = meter
      try graph.connect(end.output, to: graph.addTap(meter))
    }
  }

  private mutating func append(
    _ module: Module, to port: OutputPort
  ) throws(GraphProblem) -> OutputPort {
    let ports = try graph.addEffect(module)
    try graph.connect(port, to: ports.input)
    return ports.output
  }

  private mutating func addSource(_ strip: StripPlan) throws(GraphProblem) -> OutputPort {
    let address = strip.address, table = table
    switch strip.source {
    case .player:
      let player = module(address) { FilePlayer(address: address, parameters: table) }
      players[strip.name] = player
      return try graph.addSource(player)
    case .input(let input):
      if builder.options.playsBackInputs {
        let player = module(address) { FilePlayer(address: address, parameters: table) }
        keptInputs[strip.name] = player
        return try graph.addSource(player)
      }
      let rate = builder.engine.renderer.sampleRate
      let live = module(address) {
        LiveInput(
          address: address, parameters: table, sampleRate: rate,
          targetFrameCount: Int(rate.frames(seconds: input.latency.value / 1000)))
      }
      inputs[strip.name] = live
      return try graph.addSource(live)
    case .oscillator:
      return try graph.addSource(
        module(address) {
          // Full scale, as files are: the strip's gain says how loud.
          Oscillator(address: address, parameters: table, level: 0)
        })
    case .bus:
      return try graph.addSum(Self.sum(strip.name))
    }
  }

  /// Whether something with these parameters, which does nothing while they have their defaults, can
  /// ever do something.
  private func isNeeded(_ descriptors: [ParameterDescriptor], _ strip: StripPlan) -> Bool {
    guard builder.options.omitsIdle else { return true }
    return descriptors.contains { descriptor in
      let address = "\(strip.address).\(descriptor.name)"
      let isIdle = strip.parameters.contains {
        $0.address == address && $0.value.value == descriptor.defaultValue
      }
      return !isIdle || plan.events.contains { $0.to.value == address }
        || plan.midi.sections.contains { section in
          section.entries.contains { entry in entry.to.contains { $0.value == address } }
        }
    }
  }

  private mutating func make(_ effect: EffectPlan) -> Effect {
    module(effect.address) {
      $0.typeWord == effect.kind.word
    } make: { [table] in
      effect.kind.make(address: effect.address, parameters: table)
    }
  }

  /// What an effect hears of another strip. It is no edge of the graph: where the other strip is made
  /// later in the quantum, the effect acts on what was heard in the one before.
  private mutating func addListener(of effect: EffectPlan) throws(GraphProblem) {
    // An effect that stands nowhere listens to nothing.
    guard let duck = modules[effect.address] as? Duck, let listen = effect.listen,
      let strip = points[listen.value]
    else { return }
    let listener = module(duck.listener.address, fits: { $0 === duck.listener }) { duck.listener }
    try graph.connect(strip.post, to: graph.addTap(listener))
  }

  private mutating func makeFader(_ strip: StripPlan) -> Fader {
    let fader = module("\(strip.address).fader") { [table, crossfader, joins] in
      Fader(
        strip: strip.address, parameters: table,
        kind: strip.address == "bus.main" ? .main : .strip, law: strip.balanceLaw.value,
        crossfader: crossfader, side: strip.crossfade.value, fadesIn: joins)
    }
    // At first they are what it was made with.
    if joins { fader.stage(law: strip.balanceLaw.value, side: strip.crossfade.value) }
    return fader
  }

  // MARK: Recorders and the output

  private mutating func add(_ recorder: RecorderPlan) throws(GraphProblem) {
    guard let port = points[recorder.tap.value]?[recorder.point.value] else { return }
    let isSame = !retaken.contains(recorder.name)
    let tap = module(recorder.address) {
      (_: RecorderTap) in
      isSame
    } make: { [table, builder] in
      builder.options.makeRecorder?(recorder, table)
        ?? RecorderTap(
          address: recorder.address, parameters: table,
          ringFrameCount: 10 * builder.engine.renderer.sampleRate.hertz)
    }
    recorders[recorder.name] = tap
    try graph.connect(port, to: graph.addTap(tap))
  }

  private mutating func addOutput() throws(GraphProblem) {
    guard let port = points[plan.output.from.value]?.post else { return }
    let fader = module("\(OutputPlan.address).fader") { [table, joins] in
      Fader(
        strip: OutputPlan.address, parameters: table, kind: .main, fadesIn: joins)
    }
    try graph.connect(port, to: graph.addOutput(OutputPlan.address, index: 0, fader: fader))
  }

  // MARK: The whole

  func build() -> SessionBuild {
    var helpers: [Module] = []
    if plan.crossfader != nil {
      builder.engine.renderer.adopt(crossfader)
      helpers.append(crossfader)
    }
    let rate = builder.engine.renderer.sampleRate
    let unscheduled = SessionBuild(
      plan: plan, graph: graph, helpers: helpers, schedule: [], players: players,
      inputs: inputs, keptInputs: keptInputs, recorders: recorders, meters: meters,
      addresses: plan.addresses, parameters: table,
      sampleRate: rate, modules: modules)
    return SessionBuild(
      plan: plan, graph: graph, helpers: helpers,
      schedule: unscheduled.makeSchedule(rate: rate),
      players: players, inputs: inputs, keptInputs: keptInputs, recorders: recorders,
      meters: meters, addresses: unscheduled.addresses,
      parameters: table, sampleRate: rate, modules: modules)
  }
}
