import CRealtime
import MixEngine
import MixTestSupport

/// A device that writes and one that reads, each with a clock of its own and callbacks that come
/// late, at the speed of a computation.
final class TwoClocks {
  let bridge: ClockBridge
  let rate: Int
  /// How fast the writer's clock is, against the reader's.
  let ppm: Double
  let fragment: Int
  let block: Int
  /// Greatest lateness of single callbacks in milliseconds; all have some tenths.
  var late = 6.0
  /// What the writer brings, again and again: a whole number of periods, interleaved stereo.
  var sound: [Float]
  /// Frames that the writer loses, by index of the callback.
  var lost: [Int: Int] = [:]
  /// The writer stands still in these times, in seconds.
  var pauses: [Range<Double>] = []

  private(set) var left: [Float]
  private var right: [Float]
  private(set) var seconds = 0.0
  private(set) var frame: Int64 = 0
  private var writes = 0
  private var random: SeededGenerator
  private var nextWrite = 0.0
  private var nextRead = 0.0
  private var lastWrite = 0.0
  private var lastRead = 0.0

  init(
    rate: Int = 48_000, ppm: Double, fragment: Int = 480, block: Int = 256, target: Int,
    seed: UInt64 = 1
  ) {
    self.rate = rate
    self.ppm = ppm
    self.fragment = fragment
    self.block = block
    bridge = ClockBridge(sampleRate: SampleRate(rate), targetFrameCount: target)
    bridge.begin()
    random = SeededGenerator(seed: seed)
    left = Array(repeating: 0, count: block)
    right = left
    // 1 kHz in both channels, −6 dB.
    sound = (0..<(2 * fragment)).map { i in
      Float(0.5 * crt_sin(2 * .pi * Double(i / 2 * 1000 % rate) / Double(rate)))
    }
  }

  private func lateness() -> Double {
    let share = Double.random(in: 1e-9..<1, using: &random)
    var milliseconds = -0.3 * crt_log10(share) / crt_log10(2.718281828459045)
    if Int.random(in: 0..<1000, using: &random) == 0 {
      milliseconds += Double.random(in: 0..<late, using: &random)
    }
    return min(milliseconds, late) / 1000
  }

  /// Goes on until the reader has been called once more. Returns its frames of the left channel.
  func step() {
    while nextWrite <= nextRead {
      if !pauses.contains(where: { $0.contains(nextWrite) }) {
        lastWrite = max(nextWrite + lateness(), lastWrite)
        write(at: lastWrite)
      }
      nextWrite += Double(fragment) / (Double(rate) * (1 + ppm * 1e-6))
    }
    lastRead = max(nextRead + lateness(), lastRead)
    seconds = lastRead
    let bridge = bridge
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in
        bridge.read(
          into: l.baseAddress!, r.baseAddress!, frameCount: block, frame: frame,
          at: Int64(lastRead * 1e9))
      }
    }
    frame += Int64(block)
    nextRead += Double(block) / Double(rate)
  }

  /// Callbacks that are late come in order, but a reader's may come before a writer's that was due.
  private func write(at time: Double) {
    let missing = lost[writes] ?? 0
    writes += 1
    let count = fragment - missing
    sound.withUnsafeBufferPointer {
      bridge.write($0.baseAddress!, frameCount: count, at: Int64(time * 1e9))
    }
  }

  /// Frames between what the writer's device brings now and what is read now.
  var latency: Double? {
    let now = Int64(seconds * 1e9)
    guard let written = bridge.writtenFrame(at: now), let read = bridge.readFrame(atFrame: frame)
    else { return nil }
    return written - read
  }

  /// All that is read until a time.
  func record(seconds: Double) -> [Float] {
    var all: [Float] = []
    let end = self.seconds + seconds
    while self.seconds < end {
      step()
      all += left
    }
    return all
  }

  func run(until time: Double) { while seconds < time { step() } }
}
