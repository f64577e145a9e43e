import MixEngine

/// Finds which frame is heard when, from the requests of a stream that plays.
///
/// What a request finds played is what was rendered less what is to lie in the buffer and is not asked
/// for; and a request can only be late. On PipeWire another cycle of the graph lies behind that. A
/// device's own latency is not part of it. Callbacks, or with the loop locked.
struct HeardClock {
  private let isPipeWire: Bool
  private var envelope: ClockEnvelope
  private var windowCount = 0
  private var lastRead: Int64 = .min
  /// The greatest length in multiples of which the server's read position moved, in the second that
  /// runs and in the one before; 0: not known. A graph's cycle changes with who takes part.
  private var cycle: Int64 = 0
  private var previousCycle: Int64 = 0

  init(sampleRate: SampleRate, isPipeWire: Bool) {
    self.isPipeWire = isPipeWire
    envelope = ClockEnvelope(sampleRate: sampleRate)
  }

  /// (Frame − rate × time), not a number before a second is known.
  var value: Double {
    if windowCount < 4 { return .nan }
    if !isPipeWire { return envelope.value }
    let cycle = Self.divisor(cycle, previousCycle)
    return cycle > 0 ? envelope.value - Double(cycle) : .nan
  }

  mutating func reset() {
    envelope.reset()
    windowCount = 0
    lastRead = .min
    cycle = 0
    previousCycle = 0
  }

  /// Notes what the server says it has taken.
  mutating func note(readFrame frame: Int64) {
    guard isPipeWire, frame != lastRead else { return }
    if lastRead != .min, frame > lastRead { cycle = Self.divisor(frame - lastRead, cycle) }
    lastRead = frame
  }

  /// Notes which frame has just been played. Returns whether there is a new value.
  mutating func note(frame: Int64, at nanoseconds: Int64) -> Bool {
    guard envelope.add(frames: Double(frame), at: nanoseconds) else { return false }
    windowCount += 1
    if windowCount % 4 == 0, cycle > 0 {
      previousCycle = cycle
      cycle = 0
    }
    return windowCount >= 4
  }

  /// The greatest common one; 0 counts as nothing.
  private static func divisor(_ first: Int64, _ second: Int64) -> Int64 {
    var a = first, b = second
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
