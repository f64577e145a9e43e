import MixEngine

/// The graph of one plan, being put together.
struct SessionAssembly {
  let plan: SessionPlan
  let builder: SessionBuilder
  private let existing: [String: Module]
  private let crossfader: Crossfader
  /// It joins a mix that runs: what is new comes in over a few milliseconds.
  private let joins: Bool
  /// Recorders that store otherwise than before: they begin anew.
  private let retaken: [String]
  var graph = Graph()
  private(set) var modules: [String: Module] = [:]
  /// By the strip's name, for each rendition that somebody wants.
  var points: [Rendition: [String: StripPoints]] = [:]
  /// Sends that the session, or somebody else, may move.
  private(set) var moved: [String: Placed<String>] = [:]
  /// What renditions put behind points of strips, by address of the node.
  var behindPoints: [String: OutputPort] = [:]
  private var players: [String: FilePlayer] = [:]
  private var inputs: [String: LiveInput] = [:]
  private var keptInputs: [String: FilePlayer] = [:]
  private var inputTaps: [String: RecorderTap] = [:]
  private var outputs: [String: BridgeTap] = [:]
  private var recorders: [String: RecorderTap] = [:]
  private var meters: [String: LevelMeter] = [:]

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
    moved = plan.movedSends
    for strip in plan.strips { try add(strip, .all) }
    for strip in plan.strips where strip.kind == .bus { try feed(strip, .all) }
    for effect in plan.effects { try addListener(of: effect, .all) }
    for strip in plan.strips where strip.kind == .input { try keep(strip) }
    for recorder in plan.recorders { try add(recorder) }
    try addOutput()
    for output in plan.outputs.dropFirst() { try add(output) }
    try addMeters()
  }

  private static func sum(_ bus: String, _ rendition: Rendition) -> String {
    "bus.\(bus).sum\(rendition.suffix)"
  }

  var table: ParameterTable { builder.engine.parameters }

  /// The object that stood at an address before, if it is of the kind that is wanted, else a new one.
  ///
  /// - Parameter address: the node's.
  mutating func module<Kind: Module>(
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

  /// Adds a strip, without what feeds it.
  mutating func add(_ strip: StripPlan, _ rendition: Rendition) throws(GraphProblem) {
    let source = try addSource(strip, rendition)
    var at = source
    if isNeeded(Trim.descriptors, strip) {
      let trim = module("\(strip.address).trim\(rendition.suffix)") { [table] in
        Trim(strip: strip.address, parameters: table)
      }
      at = try append(trim, rendition, to: at)
    }
    if isNeeded(Isolator.descriptors, strip) {
      let crossover = plan.crossover.value
      let isolator = module("\(strip.address).eq\(rendition.suffix)") {
        (isolator: Isolator) in
        isolator.crossover == crossover
      } make: { [table] in
        Isolator(strip: strip.address, parameters: table, crossover: crossover)
      }
      at = try append(isolator, rendition, to: at)
    }
    if isNeeded(Sweep.descriptors, strip) {
      let sweep = module("\(strip.address).sweep\(rendition.suffix)") { [table] in
        Sweep(strip: strip.address, parameters: table)
      }
      at = try append(sweep, rendition, to: at)
    }
    for name in strip.effects.map(\.value) {
      guard let effect = plan.effect(named: name) else { continue }
      at = try append(make(effect, rendition), rendition, to: at)
    }
    let fader = makeFader(strip, rendition)
    let end = try graph.addFader(fader, address: fader.address + rendition.suffix)
    try graph.connect(at, to: end.input)
    points[rendition, default: [:]][strip.name] = StripPoints(
      dry: source, pre: at, post: end.output)
  }

  /// Leads to a bus what goes to it and what is sent to it, each in the order of the session.
  mutating func feed(_ bus: StripPlan, _ rendition: Rendition) throws(GraphProblem) {
    for strip in plan.strips where strip.to.value == bus.name {
      let end = try port(strip, .post, rendition)
      try graph.connect(end, to: graph.addInput(toSum: Self.sum(bus.name, rendition)))
    }
    for strip in plan.strips {
      for send in plan.sends(of: strip, moved) where send.bus.value == bus.name {
        try add(send, of: strip, to: bus, rendition)
      }
    }
  }

  private mutating func append(
    _ module: Module, _ rendition: Rendition, to port: OutputPort
  ) throws(GraphProblem) -> OutputPort {
    try append(module, at: module.address + rendition.suffix, to: port)
  }

  mutating func append(
    _ module: Module, at address: String, to port: OutputPort
  ) throws(GraphProblem) -> OutputPort {
    let ports = try graph.addEffect(module, address: address)
    try graph.connect(port, to: ports.input)
    return ports.output
  }

  private mutating func addSource(
    _ strip: StripPlan, _ rendition: Rendition
  ) throws(GraphProblem) -> OutputPort {
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
      return try graph.addSum(Self.sum(strip.name, rendition))
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
      return !isIdle || isMoved(address)
    }
  }

  /// Whether the session itself may move it.
  func isMoved(_ address: String) -> Bool {
    plan.events.contains { $0.to.value == address }
      || plan.midi.sections.contains { section in
        section.entries.contains { entry in entry.to.contains { $0.value == address } }
      }
  }

  private mutating func make(_ effect: EffectPlan, _ rendition: Rendition) -> Effect {
    // A limiter's attack is its latency: with another it is another limiter.
    let attack = effect.parameters.first { $0.address == "\(effect.address).attack_ms" }
    return module(effect.address + rendition.suffix) {
      guard $0.typeWord == effect.kind.word else { return false }
      guard let limiter = $0 as? Limiter else { return true }
      return limiter.lookAhead == attack?.value.value
    } make: { [table] in
      let made = effect.kind.make(address: effect.address, parameters: table)
      (made as? Limiter)?.lookAhead = attack?.value.value
      return made
    }
  }

  /// What an effect hears of another strip. It is no edge of the graph: where the other strip is made
  /// later in the quantum, the effect acts on what was heard in the one before.
  mutating func addListener(
    of effect: EffectPlan, _ rendition: Rendition
  ) throws(GraphProblem) {
    // An effect that stands nowhere listens to nothing.
    guard let duck = modules[effect.address + rendition.suffix] as? Duck,
      let listen = effect.listen, let strip = plan.strip(named: listen.value)
    else { return }
    let address = duck.listener.address + rendition.suffix
    let listener = module(address, fits: { $0 === duck.listener }) { duck.listener }
    // What is not monitored is still spoken: only takes hear it at another time.
    let end = try port(strip, .post, rendition == .taken ? .taken : .all)
    try graph.connect(end, to: graph.addTap(listener, address: address))
  }

  private mutating func makeFader(_ strip: StripPlan, _ rendition: Rendition) -> Fader {
    let fader = module("\(strip.address).fader\(rendition.suffix)") { [table, crossfader, joins] in
      Fader(
        strip: strip.address, parameters: table,
        kind: strip.address == "bus.main" ? .main : .strip, law: strip.balanceLaw.value,
        crossfader: crossfader, side: strip.crossfade.value, fadesIn: joins)
    }
    // At first they are what it was made with.
    if joins { fader.stage(law: strip.balanceLaw.value, side: strip.crossfade.value) }
    return fader
  }

  private mutating func add(
    _ send: SendPlan, of strip: StripPlan, to bus: StripPlan, _ rendition: Rendition
  ) throws(GraphProblem) {
    let address = send.level.address + rendition.suffix
    let fader = module(address) { [table, joins] in
      Fader(
        send: send.level.address, level: send.level.descriptor, parameters: table, fadesIn: joins)
    }
    let ports = try graph.addFader(fader, address: address)
    let start = try port(strip, bus.sendPoint.value == .pre ? .pre : .post, rendition)
    try graph.connect(start, to: ports.input)
    try graph.connect(ports.output, to: graph.addInput(toSum: Self.sum(bus.name, rendition)))
  }

  // MARK: Recorders and the output

  private mutating func add(_ recorder: RecorderPlan) throws(GraphProblem) {
    guard let strip = plan.strip(named: recorder.tap.value) else { return }
    let port = try port(strip, recorder.point.value, .taken)
    let isSame = !retaken.contains(recorder.name)
    let tap = module(recorder.address) {
      (_: RecorderTap) in
      isSame
    } make: { [table, builder, delay = takeDelay()] in
      builder.options.makeRecorder?(recorder, table, delay)
        ?? RecorderTap(
          address: recorder.address, parameters: table,
          ringFrameCount: 10 * builder.engine.renderer.sampleRate.hertz, delay: delay)
    }
    recorders[recorder.name] = tap
    try graph.connect(port, to: graph.addTap(tap))
  }

  /// What an input brings is kept from the session's frame 0 on, or not at all: one that a change
  /// brings is not.
  private mutating func keep(_ strip: StripPlan) throws(GraphProblem) {
    let address = "\(strip.address).kept"
    guard builder.options.keepsInputs, inputs[strip.name] != nil,
      !joins || existing[address] is RecorderTap
    else { return }
    let tap = module(address) { [table, builder] in
      RecorderTap(
        address: address, parameters: table,
        ringFrameCount: 10 * builder.engine.renderer.sampleRate.hertz)
    }
    inputTaps[strip.name] = tap
    try graph.connect(port(strip, .dry, .all), to: graph.addTap(tap))
  }

  private mutating func addOutput() throws(GraphProblem) {
    guard let bus = plan.strip(named: plan.output.from.value) else { return }
    let port = try port(bus, .post, .heard)
    let fader = module("\(plan.output.address).fader") { [table, joins, plan] in
      Fader(
        strip: plan.output.address, parameters: table, kind: .main, fadesIn: joins)
    }
    try graph.connect(port, to: graph.addOutput(plan.output.address, index: 0, fader: fader))
  }

  /// Another output, whose device has a clock of its own.
  private mutating func add(_ output: OutputPlan) throws(GraphProblem) {
    guard builder.options.hasOutputs, let bus = plan.strip(named: output.from.value) else { return }
    let port = try port(bus, .post, .all), address = output.address, table = table
    let fader = module("\(address).fader") { [joins] in
      Fader(strip: address, parameters: table, kind: .main, fadesIn: joins)
    }
    let end = try graph.addFader(fader)
    try graph.connect(port, to: end.input)
    let rate = builder.engine.renderer.sampleRate
    // Main's device asks for as much at once.
    let target = Int(rate.frames(seconds: (plan.output.latency.value + 5) / 1000))
    let tap = module(address) {
      BridgeTap(address: address, parameters: table, sampleRate: rate, targetFrameCount: target)
    }
    outputs[output.name] = tap
    try graph.connect(end.output, to: graph.addTap(tap))
  }

  /// A meter behind each strip's fader; that of main's bus shows what is heard.
  private mutating func addMeters() throws(GraphProblem) {
    guard builder.options.hasMeters else { return }
    for strip in plan.strips {
      let meter = module("\(strip.address).level") { [table] in
        LevelMeter(address: "\(strip.address).level", parameters: table)
      }
      meters[strip.name] = meter
      let isHeard = strip.name == plan.output.from.value
      let end = try port(strip, .post, isHeard ? .heard : .all)
      try graph.connect(end, to: graph.addTap(meter))
    }
  }

  // MARK: The whole

  func build() -> SessionBuild {
    var helpers: [Module] = []
    if plan.crossfader != nil {
      builder.engine.renderer.adopt(crossfader)
      helpers.append(crossfader)
    }
    let rate = builder.engine.renderer.sampleRate
    var build = SessionBuild(
      plan: plan, graph: graph, helpers: helpers, schedule: [], players: players, inputs: inputs,
      keptInputs: keptInputs, inputTaps: inputTaps, outputs: outputs, recorders: recorders,
      meters: meters, addresses: plan.addresses, parameters: table, sampleRate: rate,
      modules: modules)
    build.schedule = build.makeSchedule(rate: rate)
    return build
  }
}
