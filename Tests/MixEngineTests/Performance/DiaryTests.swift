import MixTestSupport
import Testing

@testable import MixEngine

/// What the render thread tells is enough to do the same again.
@Suite struct DiaryTests {
  let rig = ModuleRig()

  func told() -> [RenderEvent] {
    var told: [RenderEvent] = [], event = RenderEvent(.parameter, target: -1, frame: 0)
    while rig.renderer.events.pop(into: &event) { told.append(event) }
    return told
  }

  @Test func `a move is told once, when it begins, with where it goes`() {
    let fader = Fader(strip: "a", parameters: rig.parameters)
    rig.use([Signals.constant(1, 4096)], [fader])
    rig.renderer.send(
      Action(.move, target: fader.gain.index, value: -6.1, duration: 1000, frame: 100),
      from: .terminal)
    _ = rig.render(2048)
    let events = told()
    #expect(events.map(\.kind) == [.move])
    #expect(events.first?.frame == 100)
    #expect(events.first?.duration == 1000)
    #expect(events.first?.value == Double(Float(-6.1)))
    #expect(events.first?.origin == .sent)
    #expect(fader.gain.wanted == -6.1)
  }

  @Test func `a move whose frame has gone by begins at once and takes its time`() {
    let fader = Fader(strip: "a", parameters: rig.parameters)
    rig.use([Signals.constant(1, 4096)], [fader])
    _ = rig.render(640)
    rig.renderer.send(
      Action(.move, target: fader.balance.index, value: 1, duration: 640, frame: 5),
      from: .terminal)
    _ = rig.render(384)
    // Half of the way at frame 960, where the last quantum began.
    #expect(fader.balance.wanted == 0.5)
    #expect(told().map(\.frame) == [640])
  }

  @Test func `what was too late is told at the frame at which it acted`() {
    let clock = ClockRecorder(parameters: rig.parameters)
    rig.use([clock])
    _ = rig.render(128)
    rig.renderer.send(Action(.play, target: clock.slot, frame: 5), from: .midi)
    rig.renderer.send(Action(.stop, target: clock.slot, frame: 150), from: .midi)
    _ = rig.render(64)
    let events = told()
    #expect(events.map(\.frame) == [128, 150])
    #expect(events.map(\.detail) == [Action.Verb.play.code, Action.Verb.stop.code])
  }

  @Test func `hands come first in a quantum, then the session, then what was sent`() throws {
    let engine = Engine(sampleRate: SampleRate(48_000))
    let fader = Fader(strip: "a", parameters: engine.parameters)
    var graph = Graph()
    let song = try graph.addSource(LineSource("song", engine.parameters, offset: 1))
    let end = try graph.addFader(fader)
    try graph.connect(song, to: end.input)
    try graph.connect(end.output, to: graph.addOutput("output.main", index: 0))
    func change(_ value: Double, _ origin: Action.Origin, at frame: Int64) -> Action {
      var action = Action(.set, target: fader.gain.index, value: value, frame: frame)
      action.origin = origin
      return action
    }
    let running = try graph.prepare(
      for: engine,
      schedule: [
        change(-4, .sent, at: 80), change(-3, .session, at: 100), change(-2, .hand, at: 127),
      ]
    ).start()
    engine.renderer.send(change(-5, .session, at: 90), from: .midi)
    engine.renderer.send(change(-6, .session, at: 70), from: .control)
    var out = [Float](repeating: 0, count: 256)
    engine.renderer.render(interleaved: &out, frameCount: 64)
    fader.gain.set(-1)
    engine.renderer.render(interleaved: &out, frameCount: 64)
    var values: [Double] = [], event = RenderEvent(.parameter, target: -1, frame: 0)
    while engine.renderer.events.pop(into: &event) { values.append(event.value) }
    #expect(values == [-1, -2, -3, -6, -4, -5])
    #expect(fader.gain.wanted == -5)
    running.stop()
  }

  @Test func `five thousand actions at once all act, in the order of their frames`() {
    let clock = ClockRecorder(parameters: rig.parameters)
    rig.use([clock])
    for number in 0..<5000 {
      let isSent = rig.renderer.send(
        Action(.seek, target: clock.slot, value: Double(number), frame: Int64(5000 - number)),
        from: .midi)
      #expect(isSent)
    }
    _ = rig.render(5120, requests: [5120])
    #expect(rig.faults.pointee.lostActions.load(ordering: .relaxed) == 0)
    let values = told().map(\.value)
    #expect(values == (0..<5000).reversed().map(Double.init))
  }

  @Test func `a hand on a control that moves is not lost`() {
    let store = rig.parameters.store
    let fader = Fader(strip: "a", parameters: rig.parameters)
    fader.balance.set(0.25)
    // A move's next step comes before the hand's wish is taken.
    store.setFromRender(fader.balance.index, 0.75)
    var chunk = 0, index: Int32 = 0, value: Float = 0
    #expect(store.takeChange(&chunk, &index, &value))
    #expect(index == fader.balance.index)
    #expect(value == 0.25)
  }
}
