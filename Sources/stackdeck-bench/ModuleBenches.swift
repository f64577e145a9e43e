import MixEngine

// Modules in a graph, as they run: what a graph costs with the module and without it.
extension Bench {
  private static let frameCount = 32_768

  mutating func measureModules() {
    let bare = Self.cost { _ in [] }
    add("oscillator to an output", nanosecondsPerFrame: bare)
    measure("bandpass", bare) { [Bandpass(address: "effect.a", parameters: $0)] }
    measure("delay", bare) { [Delay(address: "effect.a", parameters: $0)] }
    measure("compressor", bare) { [Compressor(address: "effect.a", parameters: $0)] }
    measure("gate", bare) { [Gate(address: "effect.a", parameters: $0)] }
    measure("limiter", bare) { [Limiter(address: "effect.a", parameters: $0)] }
    measure("limiter that acts", bare) { parameters in
      let limiter = Limiter(address: "effect.a", parameters: parameters)
      parameters.parameter(named: "effect.a.ceiling")?.set(-30)
      return [limiter]
    }
    measure("reverb", bare) { [Reverb(address: "effect.a", parameters: $0)] }
    measure("distortion", bare) { [Distortion(address: "effect.a", parameters: $0)] }
    measure("flanger", bare) { [Flanger(address: "effect.a", parameters: $0)] }
    measure("fader", bare) { parameters in
      let fader = Fader(strip: "player.a", parameters: parameters)
      fader.gain.set(-6)
      return [fader]
    }
    // Faders at rest do nothing: what is left is the way through the program.
    let many = Self.cost { parameters in
      (0..<64).map { Fader(strip: "bus.n\($0)", parameters: parameters) }
    }
    add("program, per node", nanosecondsPerFrame: (many - bare) / 64)
    measureMeter(bare)
  }

  private mutating func measure(
    _ name: String, _ bare: Double, _ modules: (ParameterTable) -> [Module]
  ) {
    add(name, nanosecondsPerFrame: max(Self.cost(modules) - bare, 0))
  }

  private mutating func measureMeter(_ bare: Double) {
    var reader: LevelReader?
    measure("meter", bare) { parameters in
      let meter = LevelMeter(address: "meter.a", parameters: parameters)
      reader = meter.addReader()
      return [meter]
    }
    withExtendedLifetime(reader) {}
  }

  /// Nanoseconds a frame of an oscillator whose sound goes through modules, one after the other.
  private static func cost(_ make: (ParameterTable) -> [Module]) -> Double {
    let engine = Engine(sampleRate: SampleRate(48_000), isOffline: true)
    do {
      var graph = Graph()
      var end = try graph.addSource(Oscillator(address: "tone", parameters: engine.parameters))
      for module in make(engine.parameters) {
        let (input, output) = try graph.addEffect(module)
        try graph.connect(end, to: input)
        end = output
      }
      try graph.connect(end, to: try graph.addOutput("output.main", index: 0))
      let running = try graph.prepare(for: engine).start()
      let (left, right) = (Signal.silence(), Signal.silence())
      var channels = [left, right]
      let result = cost(frameCount) {
        for _ in 0..<frameCount / Signal.count {
          engine.renderer.render(into: &channels, frameCount: Signal.count)
        }
      }
      running.stop()
      left.deallocate()
      right.deallocate()
      return result
    } catch {
      fatalError("a graph of the benchmarks is wrong: \(error)")
    }
  }
}
