import Glibc
import Testing

@testable import stackdeck

/// The loop without a terminal. Signals belong to the whole process, so one test runs at a time; and
/// they are sent to the process, for the threads of tests block them.
@Suite(.serialized) struct EventLoopTests {
  /// The first event that is no tick. A generous number of ticks, one a second, is waited for.
  static func event(of loop: EventLoop) -> EventLoop.Event {
    for _ in 0..<60 {
      let event = loop.next()
      if event != .tick { return event }
    }
    return .tick
  }

  @Test func `time passes in ticks`() {
    let loop = EventLoop(screen: nil)
    #expect(loop.next() == .tick)
    #expect(!loop.readsKeys)
  }

  @Test func `another thread can wake the loop, also before it waits`() {
    let loop = EventLoop(screen: nil)
    EventLoop.wake()
    EventLoop.wake()
    #expect(Self.event(of: loop) == .woken)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        EventLoop.wake()
        return nil
      }, nil)
    #expect(Self.event(of: loop) == .woken)
    pthread_join(thread, nil)
  }

  @Test func `a watched descriptor is told as long as it has something to read`() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let loop = EventLoop(screen: nil)
    let descriptor = Descriptor(number: ends[0])
    loop.watch(descriptor)
    #expect(Descriptor(number: ends[1]).write("x") == 0)
    #expect(Self.event(of: loop) == .readable(descriptor))
    #expect(Self.event(of: loop) == .readable(descriptor))
    loop.unwatch(descriptor)
    #expect(loop.next() == .tick)
  }

  @Test(arguments: [
    (SIGINT, stackdeck.ExitStatus.interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp),
  ])
  func `a signal asks for a tidy close with its status`(
    _ number: Int32, _ status: stackdeck.ExitStatus
  ) {
    let loop = EventLoop(screen: nil)
    #expect(kill(getpid(), number) == 0)
    #expect(Self.event(of: loop) == .close(status))
    #expect(status.rawValue == 128 + number)
  }

  @Test func `signals do what they did before when the loop is gone`() {
    func handler() -> Int {
      var action = sigaction()
      sigaction(SIGTERM, nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }
    let before = handler()
    do {
      let loop = EventLoop(screen: nil)
      #expect(handler() != before)
      loop.close()
    }
    #expect(handler() == before)
  }

  @Test func `continuing after a stop is told`() {
    let loop = EventLoop(screen: nil)
    #expect(kill(getpid(), SIGCONT) == 0)
    #expect(Self.event(of: loop) == .resumed)
  }
}
