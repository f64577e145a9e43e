import MixEngine

// What stands behind the points of a strip for those who must hear it otherwise.
extension SessionAssembly {
  /// What is heard at a point of a strip, in a rendition of it; main's end is behind its limiter.
  mutating func port(
    _ strip: StripPlan, _ point: RecorderPoint, _ rendition: Rendition
  ) throws(GraphProblem) -> OutputPort {
    let port = try unlimited(strip, point, rendition)
    guard point == .post, strip.limiter.value else { return port }
    let isAll = port == points[.all]?[strip.name]?.post
    let address = "\(strip.address).limiter" + (isAll ? "" : rendition.suffix)
    return try behind(port, address) { table in
      BusLimiter(bus: strip.address, parameters: table)
    }
  }

  private mutating func unlimited(
    _ strip: StripPlan, _ point: RecorderPoint, _ rendition: Rendition
  ) throws(GraphProblem) -> OutputPort {
    let isItself = rendition == .all || !differs(strip, rendition)
    if isItself || strip.kind != .bus {
      let own = try made(strip, point, .all)
      switch rendition {
      case .all: return own
      case .heard: return isItself ? own : try gated(own, strip, point)
      case .taken: return try heldBack(own, strip, point)
      }
    }
    if points[rendition]?[strip.name] == nil {
      try add(strip, rendition)
      try feed(strip, rendition)
      for name in strip.effects {
        if let effect = plan.effect(named: name.value) { try addListener(of: effect, rendition) }
      }
    }
    return try made(strip, point, rendition)
  }

  private func made(
    _ strip: StripPlan, _ point: RecorderPoint, _ rendition: Rendition
  ) throws(GraphProblem) -> OutputPort {
    guard let port = points[rendition]?[strip.name]?[point] else {
      throw .unknownNode(strip.address, nearest: nil)
    }
    return port
  }

  /// A module behind a port, which is made when it is asked for first.
  private mutating func behind<Kind: Module>(
    _ port: OutputPort, _ address: String, make: (ParameterTable) -> Kind
  ) throws(GraphProblem) -> OutputPort {
    if let there = behindPoints[address] { return there }
    let module = module(address) { [table] in make(table) }
    let output = try append(module, at: address, to: port)
    behindPoints[address] = output
    return output
  }

  // MARK: Heard

  /// Whether a strip sounds otherwise in a rendition than for all.
  private func differs(_ strip: StripPlan, _ rendition: Rendition) -> Bool {
    var seen: Set<String> = [], waiting = [strip]
    while let next = waiting.popLast() {
      guard seen.insert(next.name).inserted else { continue }
      if let input = next.input {
        switch rendition {
        case .all: break
        // Before the gate: what is not monitored is not sent to main's output either.
        case .heard: if hasGate(next, input) { return true }
        case .taken: if input.isSource { return true }
        }
      }
      waiting += plan.strips.filter { strip in
        strip.to.value == next.name
          || plan.sends(of: strip, moved).contains { $0.bus.value == next.name }
      }
    }
    return false
  }

  /// Whether it may ever be kept from main's output.
  private func hasGate(_ strip: StripPlan, _ input: InputPlan) -> Bool {
    input.monitor.value != .on
      || isMoved("\(strip.address).\(MonitorGate.descriptor.name)")
  }

  private mutating func gated(
    _ port: OutputPort, _ strip: StripPlan, _ point: RecorderPoint
  ) throws(GraphProblem) -> OutputPort {
    let suffix = point == .post ? "" : ".\(point.rawValue)"
    return try behind(port, "\(strip.address).monitor\(suffix)") { table in
      MonitorGate(strip: strip.address, parameters: table)
    }
  }

  // MARK: Taken

  /// Whether takes are held back for the sake of live inputs.
  private var holdsBack: Bool {
    !plan.recorders.isEmpty && plan.strips.contains { $0.input?.isSource == true }
  }

  /// A point of a strip as takes get it.
  private mutating func heldBack(
    _ port: OutputPort, _ strip: StripPlan, _ point: RecorderPoint
  ) throws(GraphProblem) -> OutputPort {
    guard holdsBack else { return port }
    let address = "\(strip.address).\(point.rawValue)\(Rendition.taken.suffix)"
    let delay = takeDelay(strip.input?.isSource == true ? strip.address : "session")
    let most = Int(builder.engine.renderer.sampleRate.frames(seconds: 5))
    return try behind(port, address) { table in
      TakeDelay(address: address, parameters: table, delay: delay, frameCount: most)
    }
  }

  /// How long takes of all that is not live ("session"), or of a live input, are held back.
  func takeDelay(_ object: String = "session") -> Parameter {
    let address = TakeDelay.address(object)
    return table.parameter(named: address) ?? table.add(TakeDelay.descriptor, address: address)
  }
}
