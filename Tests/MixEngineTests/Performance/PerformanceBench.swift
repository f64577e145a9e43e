import MixTestSupport

@testable import MixEngine

/// A desk with two decks, effects, a crossfader and a recorder, whose performance can be kept and
/// played back.
///
/// Its modules, and so their numbers, are the same each time.
final class PerformanceBench: @unchecked Sendable {
  let engine: Engine
  let players: [FilePlayer]
  let files: [ArrayFile]
  let tap: RecorderTap
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []
  private(set) var events: [RenderEvent] = []
  private var running: RunningGraph?

  /// - Parameter kept: what another bench has told; played back offline.
  init(playing kept: [RenderEvent]? = nil, session: (PerformanceBench) -> [Action] = { _ in [] })
    throws
  {
    engine = Engine(sampleRate: SampleRate(48_000), isOffline: kept != nil)
    let table = engine.parameters
    let crossfader = Crossfader(parameters: table)
    players = ["a", "b"].map { FilePlayer(address: "player.\($0)", parameters: table) }
    files = [48_000, 44_100].enumerated().map { place, rate in
      ArrayFile(
        Signals.noise(120_000, seed: UInt64(place + 1)),
        Signals.noise(120_000, seed: UInt64(place + 11)), rate: rate)
    }
    let effects = [
      Delay(address: "effect.echo", parameters: table),
      Bandpass(address: "effect.band", parameters: table),
    ]
    tap = RecorderTap(
      address: "recorder.take", parameters: table, ringFrameCount: 1 << 21)
    var graph = Graph()
    try graph.addSum("bus.main.sum")
    for (place, player) in players.enumerated() {
      var output = try graph.addSource(player)
      for module in [Trim(strip: player.address, parameters: table), effects[place]] as [Module] {
        let ports = try graph.addEffect(module)
        try graph.connect(output, to: ports.input)
        output = ports.output
      }
      let fader = Fader(
        strip: player.address, parameters: table, crossfader: crossfader,
        side: place == 0 ? .left : .right)
      let end = try graph.addFader(fader)
      try graph.connect(output, to: end.input)
      try graph.connect(end.output, to: graph.addInput(toSum: "bus.main.sum"))
      player.load(files[place], loopIn: 20_000, loopOut: 50_000)
    }
    let main = try graph.addFader(Fader(strip: "bus.main", parameters: table, kind: .main))
    try graph.connect(OutputPort(node: "bus.main.sum"), to: main.input)
    try graph.connect(main.output, to: graph.addTap(tap))
    try graph.connect(main.output, to: graph.addOutput("output.main", index: 0))
    for module in [crossfader] + graph.modules { engine.renderer.adopt(module) }
    if let kept {
      for player in players { player.setLapses(Self.lapses(of: player.slot, in: kept)) }
    } else {
      for file in files { file.fill() }
    }
    running = try graph.prepare(
      for: engine, helpers: [crossfader],
      schedule: session(self) + (kept.map(Self.schedule) ?? [])
    ).start()
  }

  deinit { if let graph = running.take() { graph.stop() } }

  /// What was told, as it is kept.
  private static func schedule(_ kept: [RenderEvent]) -> [Action] {
    kept.filter { $0.origin != .session }.compactMap { event in
      var action: Action
      switch event.kind {
      case .parameter:
        action = Action(.set, target: event.target, value: event.value, frame: event.frame)
      case .move:
        action = Action(
          .move, target: event.target, value: event.value, duration: event.duration,
          frame: event.frame)
      case .action:
        guard let verb = Action.Verb(rawValue: event.detail) else { return nil }
        action = Action(verb, target: event.target, value: event.value, frame: event.frame)
      default: return nil
      }
      action.origin = event.origin
      return action
    }
  }

  private static func lapses(of slot: Int32, in kept: [RenderEvent]) -> [FilePlayerLapse] {
    kept.filter { $0.target == slot }.compactMap { event in
      switch event.kind {
      case .pagesMissed where event.detail == RenderEvent.MissKind.broken.rawValue:
        FilePlayerLapse(.broken, frame: event.frame, frameCount: Int(event.value))
      case .pagesMissed: FilePlayerLapse(.late, frame: event.frame)
      case .pagesCame: FilePlayerLapse(.over, frame: event.frame)
      default: nil
      }
    }
  }

  /// Renders on, and takes what is told.
  func render(_ frameCount: Int) {
    var l = [Float](repeating: 0, count: frameCount)
    var r = l
    l.withUnsafeMutableBufferPointer { l in
      r.withUnsafeMutableBufferPointer { r in
        var channels = [l.baseAddress!, r.baseAddress!]
        engine.renderer.render(into: &channels, frameCount: frameCount)
      }
    }
    left += l
    right += r
    takeEvents()
  }

  func takeEvents() {
    var event = RenderEvent(.parameter, target: -1, frame: 0)
    while engine.renderer.events.pop(into: &event) { events.append(event) }
  }

  /// A hand on any control, or an action of any kind, by chance.
  func act(by random: inout SeededGenerator, as thread: ActingThread) {
    let table = engine.parameters
    if Int.random(in: 0..<3, using: &random) > 0 {
      let index = Int32.random(in: 0..<Int32(table.count), using: &random)
      let range = table.descriptor(of: index).range
      let value = Float.random(
        in: max(range.lowerBound, -60)...min(range.upperBound, 1e6), using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        send(.move, index, Double(value), .random(in: 1...20_000, using: &random), thread, &random)
      case 1: send(.set, index, Double(value), 0, thread, &random)
      default: table.parameter(at: index).set(value)
      }
      return
    }
    let player = players.randomElement(using: &random)!
    let verb = [
      Action.Verb.play, .play, .pause, .stop, .restart, .seek, .seek, .skip, .loopIn, .loopOut,
      .beginTake, .endTake, .pauseTake, .resumeTake, .splitTake,
    ].randomElement(using: &random)!
    let isTake = [.beginTake, .endTake, .pauseTake, .resumeTake, .splitTake].contains(verb)
    let isHere = [.loopIn, .loopOut].contains(verb) && Bool.random(using: &random)
    send(
      verb, isTake ? tap.slot : player.slot,
      isHere ? .nan : .random(in: verb == .skip ? -2...2 : 0...2.6, using: &random), 0, thread,
      &random)
  }

  private func send(
    _ verb: Action.Verb, _ target: Int32, _ value: Double, _ duration: Int64,
    _ thread: ActingThread, _ random: inout SeededGenerator
  ) {
    // At its time, too late, or some time ahead.
    let frame = engine.renderer.arrivalFrame + .random(in: -2000...1000, using: &random)
    engine.renderer.send(
      Action(verb, target: target, value: value, duration: duration, frame: frame), from: thread)
  }

  /// What the recorder's ring holds: frames, and where files begin and end.
  func takeRecorded() -> (samples: [Float], marks: [String]) {
    var samples: [Float] = [], marks: [String] = []
    let ring = tap.ring
    while let marker = ring.firstMarker {
      marks.append("\(marker.kind) \(marker.position) \(marker.frame)")
      ring.dropMarker()
    }
    while ring.used > 0 {
      let (start, count) = ring.contiguous(ring.used)
      samples += UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: Float.self), count: 2 * count)
      ring.drop(count)
    }
    return (samples, marks)
  }
}
