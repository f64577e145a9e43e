import MixEngine
import MixSession
import Testing

struct ScheduleTests {
  private func build(
    _ text: String, offline: Bool = true
  ) throws -> (engine: Engine, build: SessionBuild) {
    let plan = try plan(text)
    let engine = Engine(sampleRate: plan.sampleRate.value, isOffline: offline)
    return (engine, try SessionBuilder(engine: engine).build(plan))
  }

  @Test func `players and takes start with the session, at their time, or when told`() throws {
    let (_, build) = try build(
      """
      [player.now]
      [player.later]
      start = "0:01.5"
      [player.waits]
      start = "manual"
      [recorder.mix]
      [recorder.part]
      start = 2
      [recorder.waits]
      start = "manual"
      """)
    let found = build.schedule.map { "\($0.frame) \($0.verb) \($0.target)" }
    #expect(
      found == [
        "0 beginTake \(build.recorders["mix"]!.slot)", "0 play \(build.players["now"]!.slot)",
        "72000 play \(build.players["later"]!.slot)",
        "96000 beginTake \(build.recorders["part"]!.slot)",
      ])
  }

  @Test func `events are actions at their frames, in the order of time and file`() throws {
    let (engine, build) = try build(
      """
      [session]
      sample_rate = 44100
      events = [
        { at = 2, to = "player.a.gain", value = -6, over = 0.5 },
        { at = 1, to = "player.a.mute", value = true },
        { at = 1, to = "player.a.play", value = false },
        { at = 1, to = "player.a.seek", value = "1:00" },
        { at = 1, to = "player.a.loop_in" },
        { at = 1, to = "player.a.loop_out", value = 70 },
        { at = 3, to = "recorder.t.record", value = true },
        { at = 4, to = "recorder.t.pause", value = true },
        { at = 5, to = "recorder.t.pause", value = false },
        { at = 6, to = "recorder.t.split" },
        { at = 7, to = "recorder.t.record", value = false },
        { at = 8, to = "session.stop" },
      ]
      [player.a]
      start = "manual"
      [player.b]
      start = "manual"
      [recorder.t]
      start = "manual"
      """)
    let a = build.players["a"]!.slot, b = build.players["b"]!.slot
    let t = build.recorders["t"]!.slot
    let gain = engine.parameters.parameter(named: "player.a.gain")!.index
    let mute = engine.parameters.parameter(named: "player.a.mute")!.index
    let found = build.schedule.map {
      "\($0.frame) \($0.verb) \($0.target) \($0.value) \($0.duration)"
    }
    #expect(
      found == [
        "44100 set \(mute) 1.0 0", "44100 pause \(a) 0.0 0", "44100 seek \(a) 60.0 0",
        "44100 loopIn \(a) nan 0", "44100 loopOut \(a) 70.0 0",
        "88200 move \(gain) -6.0 22050", "132300 beginTake \(t) 0.0 0",
        "176400 pauseTake \(t) 0.0 0", "220500 resumeTake \(t) 0.0 0",
        "264600 splitTake \(t) 0.0 0", "308700 endTake \(t) 0.0 0", "352800 stop \(a) 0.0 0",
        "352800 stop \(b) 0.0 0",
      ])
  }

  @Test func `fading over is the same for events and hands`() throws {
    let (engine, build) = try build(
      """
      [session]
      sample_rate = 44100
      events = [{ at = 1, to = "session.fade", value = 8 }]
      [player.a]
      crossfade = "left"
      start = "manual"
      """)
    let position = engine.parameters.parameter(named: "crossfader.position")!.index
    let action = try #require(build.schedule.first)
    #expect(build.schedule.count == 1)
    #expect(action.verb == .cross && action.target == position)
    #expect(action.frame == 44_100 && action.duration == 8 * 44_100)
    let byHand = try build.target("session.fade").get().actions(.number(8), at: 7)
    #expect(byHand.map(\.verb) == [.cross] && byHand.map(\.target) == [position])
    #expect(byHand.map(\.duration) == [8 * 44_100] && byHand.map(\.frame) == [7])
    #expect(try build.target("session.reload").get().actions(.none, at: 7).isEmpty)
  }

  @Test func `an oscillator sounds at full scale times its strip's gain`() throws {
    let (engine, build) = try build(
      """
      [oscillator.tone]
      frequency = 1000
      gain = -6
      balance = -1
      """)
    let running = try build.graph.prepare(
      for: engine, helpers: build.helpers, schedule: build.schedule
    ).start()
    var samples = [Float](repeating: 0, count: 2 * 4800)
    samples.withUnsafeMutableBufferPointer {
      engine.renderer.render(interleaved: $0.baseAddress!, frameCount: 4800)
    }
    var left: Float = 0, right: Float = 0
    // The first milliseconds, in which it comes in, left out.
    for frame in 480..<4800 {
      left = max(left, abs(samples[2 * frame]))
      right = max(right, abs(samples[2 * frame + 1]))
    }
    #expect(abs(left - 0.501_187) < 1e-3)
    #expect(right == 0)
    running.stop()
  }

  @Test func `an event moves what is heard at its frame`() throws {
    let (engine, build) = try build(
      """
      [session]
      events = [{ at = 0.1, to = "oscillator.tone.mute", value = true }]
      [oscillator.tone]
      """)
    let running = try build.graph.prepare(
      for: engine, helpers: build.helpers, schedule: build.schedule
    ).start()
    var samples = [Float](repeating: 0, count: 2 * 9600)
    samples.withUnsafeMutableBufferPointer {
      engine.renderer.render(interleaved: $0.baseAddress!, frameCount: 9600)
    }
    #expect(samples[2 * 4000..<2 * 4800].contains { abs($0) > 0.9 })
    // 5 ms to fade, in whole quanta.
    #expect(samples[(2 * (4800 + 240 + 64))...].allSatisfy { $0 == 0 })
    running.stop()
  }

  @Test func `addresses lead to the engine, wrong ones to a message`() throws {
    let (engine, build) = try build("[player.a]\n")
    let gain = try build.target("player.a.gain").get()
    #expect(gain.actions(.number(-6), at: 100).map(\.verb) == [.set])
    #expect(
      gain.actions(.number(-6), at: 100).map(\.target)
        == [engine.parameters.parameter(named: "player.a.gain")!.index])
    let play = try build.target("player.a.play").get()
    #expect(play.actions(.toggle(true), at: 7).map(\.frame) == [7])
    guard case .failure(let problem) = build.target("player.a.gian") else {
      Issue.record("a wrong address was taken")
      return
    }
    #expect(problem.help == "did you mean player.a.gain?")
  }

  @Test func `a flat trim is left out where nothing can move it`() throws {
    let plan = try plan(
      "[session]\nevents = [{ at = 1, to = \"oscillator.b.trim\", value = 3 }]\n"
        + "[oscillator.a]\n[oscillator.b]\n[oscillator.c]\ntrim = 2")
    let engine = Engine(sampleRate: plan.sampleRate.value, isOffline: true)
    var options = SessionBuilder.Options()
    options.omitsIdle = true
    let build = try SessionBuilder(engine: engine, options: options).build(plan)
    #expect(
      build.graph.nodes.map(\.address).filter { $0.hasSuffix(".trim") }
        == ["oscillator.b.trim", "oscillator.c.trim"])
  }

  @Test func `problems of a graph are placed in the session's text`() throws {
    let marked = MarkedSession(
      "[bus.main]\neffects = \"echo\"\n[effect.«echo»]\ntype = \"delay\"\n")
    let (engine, build) = try build(marked.text)
    var graph = Graph()
    try graph.addEffect(#require(build.graph["effect.echo"]?.module))
    var found: [Diagnostic] = []
    do {
      _ = try graph.prepare(for: engine)
    } catch {
      found = build.diagnostics(for: error)
    }
    #expect(
      found.map(\.message)
        == ["nothing feeds effect.echo", "nobody hears effect.echo", "nothing is heard"])
    #expect(found.first?.place.range == marked.range)
  }
}
