import Glibc
import MixEngine
import MixTestSupport
import Synchronization
import Testing

/// A performance that is played back from what the render thread told sounds the same, to the bit.
@Suite struct ReplayTests {
  private func expectSame(_ again: PerformanceBench, _ live: PerformanceBench, _ seed: UInt64) {
    #expect(
      Measurements.differingFrames(again.left, live.left) == 0, "seed \(seed)")
    #expect(
      Measurements.differingFrames(again.right, live.right) == 0, "seed \(seed)")
    let (first, second) = (live.takeRecorded(), again.takeRecorded())
    #expect(first.marks == second.marks)
    #expect(
      first.samples.map(\.bitPattern) == second.samples.map(\.bitPattern), "seed \(seed)")
  }

  /// What the session does by itself meanwhile: some of it at the very frames of others.
  private func session(_ bench: PerformanceBench) -> [Action] {
    let table = bench.engine.parameters
    let gain = table.parameter(named: "player.a.gain")!.index
    let position = table.parameter(named: "crossfader.position")!.index
    var actions = [
      Action(.beginTake, target: bench.tap.slot), Action(.play, target: bench.players[0].slot),
      Action(.play, target: bench.players[1].slot, frame: 3000),
    ]
    for number in 1..<40 {
      let side: Double = number % 2 == 0 ? -1 : 1
      actions.append(
        Action(
          .move, target: position, value: side, duration: 3000, frame: Int64(number * 4000)))
      actions.append(
        Action(.set, target: gain, value: Double(-number), frame: Int64(number * 4096)))
    }
    return actions
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `hands and actions in every quantum`(seed: UInt64) throws {
    let live = try PerformanceBench(session: session)
    var random = SeededGenerator(seed: seed)
    while live.left.count < 160_000 {
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        live.act(by: &random, as: ActingThread.allCases.randomElement(using: &random)!)
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        for file in live.files { file.fill() }
      }
      live.render([64, 128, 512, 448].randomElement(using: &random)!)
    }
    #expect(live.engine.renderer.lostEventCount == 0)
    #expect(Measurements.peak(live.left) > 0)
    #expect(live.events.contains { $0.kind == .pagesMissed })
    let again = try PerformanceBench(playing: live.events, session: session)
    again.render(live.left.count)
    expectSame(again, live, seed)
    // What is played back can be kept again.
    #expect(
      again.events.filter { $0.origin != .session }.map(\.frame)
        == live.events.filter { $0.origin != .session }.map(\.frame))
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `hands of several threads while it is rendered`(seed: UInt64) throws {
    let live = try PerformanceBench(session: session)
    let hasEnded = Flag()
    let renderer = TestThread {
      while live.left.count < 240_000 {
        live.render(512)
        usleep(1500)
      }
      hasEnded.value.store(true, ordering: .releasing)
    }
    let reader = TestThread {
      while !hasEnded.value.load(ordering: .acquiring) {
        for file in live.files { file.fill() }
        usleep(700)
      }
    }
    let hands = ActingThread.allCases.enumerated().map { number, thread in
      TestThread {
        var random = SeededGenerator(seed: seed * 10 + UInt64(number))
        while !hasEnded.value.load(ordering: .acquiring) {
          live.act(by: &random, as: thread)
          usleep(.random(in: 0...3000, using: &random))
        }
      }
    }
    for thread in [renderer, reader] + hands { thread.join() }
    live.takeEvents()
    #expect(live.engine.renderer.lostEventCount == 0)
    #expect(live.events.count { $0.kind == .parameter && $0.origin == .hand } > 10)
    let again = try PerformanceBench(playing: live.events, session: session)
    again.render(live.left.count)
    expectSame(again, live, seed)
  }

  @Test func `a take that ended with the sound ends at the same frame when it is played back`()
    throws
  {
    func session(_ bench: PerformanceBench) -> [Action] {
      [
        Action(.beginTake, target: bench.tap.slot),
        Action(.seek, target: bench.players[0].slot, value: 2.4),
        Action(.play, target: bench.players[0].slot),
      ]
    }
    let live = try PerformanceBench(session: session)
    live.engine.renderer.ending.setEndsTakes(true)
    while live.engine.renderer.ending.endFrame == nil || live.left.count < 4800 {
      for file in live.files { file.fill() }
      live.render(64)
      try #require(live.left.count < 4_000_000)
    }
    live.render(6400)
    #expect(!live.tap.isRecording)
    let again = try PerformanceBench(playing: live.events, session: session)
    again.render(live.left.count)
    expectSame(again, live, 0)
  }
}

private final class Flag: Sendable {
  let value = Atomic<Bool>(false)
}
