import CRealtime
import MixEngine
import MixTestSupport
import Testing

@Suite struct ClockBridgeTests {
  /// Fragment of 10 ms, block of 256, the margin that captures take.
  static func clocks(ppm: Double, seed: UInt64 = 1) -> TwoClocks {
    TwoClocks(ppm: ppm, target: 480 + 256 + 288, seed: seed)
  }

  @Test func `clocks that agree change no bit`() throws {
    let clocks = Self.clocks(ppm: 0)
    let noise = Signals.noise(480, seed: 5)
    clocks.sound = noise.flatMap { [$0, -$0] }
    clocks.run(until: 2)
    let heard = clocks.record(seconds: 20)
    let shift = try #require(noise.firstIndex(of: heard[0]))
    let wrong = heard.indices.filter { heard[$0] != noise[(shift + $0) % 480] }
    #expect(wrong.isEmpty)
    #expect(abs(clocks.bridge.report.driftPPM) < 2)
    #expect(clocks.bridge.report.isSettled)
  }

  @Test(arguments: [-500.0, -200, -20, 20, 200, 400])
  func `a tone stays a tone`(ppm: Double) throws {
    let clocks = Self.clocks(ppm: ppm)
    clocks.run(until: 40)
    let before = clocks.bridge.report
    let start = try #require(clocks.latency)
    let heard = clocks.record(seconds: 20)
    let frequency = 1000 * (1 + ppm * 1e-6)
    for first in stride(from: 0, to: heard.count - 2400, by: 2400 * 7) {
      let ratio = ToneFit.signalToNoise(
        heard[first..<(first + 2400)], frequency: frequency, rate: 48_000)
      #expect(ratio > 90)
    }
    let report = clocks.bridge.report
    #expect(abs(report.driftPPM - ppm) < 15)
    #expect(abs(try #require(clocks.latency) - start) < 48)
    #expect(report.underruns == before.underruns)
    #expect(report.overruns == 0)
    #expect(report.jumps == before.jumps)
  }

  @Test func `nothing steps while the drift is being learnt`() {
    let clocks = Self.clocks(ppm: 300)
    let heard = clocks.record(seconds: 12)
    // 0.5 × 2π × 1000 ÷ 48000, and the line of 5 ms.
    #expect(Measurements.largestStep(heard) < 0.5 * 2 * .pi * 1000.4 / 48_000 + 0.5 / 240)
  }

  /// At 8 kHz, so that ten hours take seconds; the controller counts in seconds.
  @Test(arguments: [-200.0, 200])
  func `ten hours are as one minute`(ppm: Double) throws {
    let clocks = TwoClocks(rate: 8000, ppm: ppm, fragment: 80, block: 64, target: 80 + 64 + 48)
    clocks.run(until: 60)
    let start = try #require(clocks.latency)
    let early = clocks.bridge.report
    var least = Double.infinity, most = 0.0
    for minute in 2...600 {
      clocks.run(until: Double(60 * minute))
      let fill = clocks.bridge.report.fillFrameCount
      least = min(least, fill)
      most = max(most, fill)
    }
    let end = try #require(clocks.latency)
    #expect(abs(end - start) < 8)
    let report = clocks.bridge.report
    #expect(report.underruns == early.underruns)
    #expect(report.overruns == early.overruns)
    #expect(report.jumps == early.jumps)
    // The target, the reserve of 96, and a fragment more or less.
    #expect(least > 80)
    #expect(most < 480)
    #expect(abs(report.driftPPM - ppm) < 15)
  }

  @Test func `a writer that stands still is silence, and comes back where it was`() throws {
    let clocks = Self.clocks(ppm: 100)
    clocks.pauses = [20..<21.5]
    clocks.run(until: 19)
    let latency = try #require(clocks.latency)
    let heard = clocks.record(seconds: 2)
    #expect(Measurements.peak(heard.suffix(4800)) == 0)
    #expect(
      Measurements.largestStep(heard) < 0.5 * 2 * .pi * 1000 / 48_000 + 0.5 / 60)
    #expect(clocks.bridge.report.underruns == 1)
    let back = clocks.record(seconds: 10)
    #expect(Measurements.largestStep(back) < 0.5 * 2 * .pi * 1000 / 48_000 + 0.5 / 60)
    #expect(Measurements.peak(back.suffix(480)) > 0.49)
    #expect(abs(try #require(clocks.latency) - latency) < 48)
  }

  @Test func `a device that loses a quantum is followed with a cross-fade`() throws {
    let clocks = Self.clocks(ppm: 0)
    clocks.lost = [2000: 256]
    clocks.run(until: 19)
    let latency = try #require(clocks.latency)
    let heard = clocks.record(seconds: 4)
    #expect(clocks.bridge.report.jumps == 1)
    #expect(abs(try #require(clocks.latency) - latency) < 24)
    // The loss itself is in what the device brought; the jump adds no step to it.
    let all = heard.indices.dropFirst().filter {
      abs(heard[$0] - heard[$0 - 1]) > 0.5 * 2 * .pi * 1000 / 48_000 + 1.0 / 256
    }
    #expect(all.count <= 2)
  }

  @Test(arguments: [-200.0, 0, 200])
  func `lost quanta are no drift`(ppm: Double) throws {
    let clocks = Self.clocks(ppm: ppm)
    for i in 1...8 { clocks.lost[1500 * i + 37 * (i % 3)] = 256 }
    clocks.run(until: 14)
    for second in 15...130 {
      clocks.run(until: Double(second))
      #expect(abs(clocks.bridge.report.driftPPM - ppm) < 60)
    }
    #expect(clocks.bridge.report.jumps == 8)
    #expect(clocks.bridge.report.underruns == 0)
    #expect(abs(clocks.bridge.report.driftPPM - ppm) < 15)
  }

  @Test func `drift that comes in pieces is drift`() {
    // Twice as fast, but for two milliseconds that are missing every ten seconds.
    let clocks = Self.clocks(ppm: 400)
    for i in 1...13 { clocks.lost[1000 * i] = 96 }
    clocks.run(until: 70)
    for second in 71...130 {
      clocks.run(until: Double(second))
      #expect(abs(clocks.bridge.report.driftPPM - 200) < 60)
    }
    #expect(clocks.bridge.report.jumps == 0)
    #expect(clocks.bridge.report.underruns == 0)
  }

  @Test func `a reader that stands still finds what comes now`() throws {
    let clocks = Self.clocks(ppm: 0)
    clocks.run(until: 10)
    let latency = try #require(clocks.latency)
    let buffer = Signals.silence(960)
    // Ten seconds of writing without a read.
    for i in 1...1000 {
      buffer.withUnsafeBufferPointer {
        clocks.bridge.write(
          $0.baseAddress!, frameCount: 480, at: 10_000_000_000 + Int64(i) * 10_000_000)
      }
    }
    #expect(clocks.bridge.report.overruns == 1)
    let later = Self.Reader(clocks.bridge)
    later.run(from: 20_005_000_000, seconds: 5)
    #expect(clocks.bridge.report.overruns == 1)
    #expect(abs(try #require(later.latency) - latency) < 24)
  }

  /// A reader and a writer without lateness.
  final class Reader {
    let bridge: ClockBridge
    private var frame: Int64 = 0, now: Int64 = 0

    init(_ bridge: ClockBridge) { self.bridge = bridge }

    func run(from start: Int64, seconds: Int) {
      var left = Signals.silence(480), right = left
      let sound = Signals.silence(960)
      for i in 0..<(100 * seconds) {
        now = start + Int64(i) * 10_000_000
        let (frame, now) = (frame, now)
        sound.withUnsafeBufferPointer {
          bridge.write($0.baseAddress!, frameCount: 480, at: now)
        }
        left.withUnsafeMutableBufferPointer { l in
          right.withUnsafeMutableBufferPointer { r in
            bridge.read(
              into: l.baseAddress!, r.baseAddress!, frameCount: 480, frame: frame, at: now)
          }
        }
        self.frame += 480
      }
    }

    var latency: Double? {
      guard let written = bridge.writtenFrame(at: now), let read = bridge.readFrame(atFrame: frame)
      else { return nil }
      return written - read
    }
  }

  @Test func `both ends work on threads of their own`() {
    let bridge = ClockBridge(sampleRate: SampleRate(48_000), targetFrameCount: 480)
    bridge.begin()
    let sound = Signals.noise(960, seed: 1)
    let writer = TestThread {
      for i in 0..<4000 {
        sound.withUnsafeBufferPointer {
          bridge.write($0.baseAddress!, frameCount: 480, at: Int64(i) * 10_000_000)
        }
        if i == 2000 { bridge.begin() }
      }
      bridge.end()
    }
    var left = Signals.silence(480), right = left, frame: Int64 = 0
    for i in 0..<4000 {
      bridge.read(
        into: &left, &right, frameCount: 480, frame: frame, at: Int64(i) * 10_000_000)
      frame += 480
      _ = bridge.report
      _ = bridge.writtenFrame(at: Int64(i) * 10_000_000)
    }
    writer.join()
    #expect(left.allSatisfy { abs($0) <= 0.5 })
  }

  @Test func `both ends are real-time safe`() {
    let bridge = ClockBridge(sampleRate: SampleRate(48_000), targetFrameCount: 1024)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2048)
    defer { memory.deallocate() }
    memory.initialize(repeating: 0.25, count: 2048)
    let (writer, reader) = (bridge.writer, bridge.reader)
    crt_realtime_enter()
    writer.begin(targetFrameCount: 900)
    for i in 0..<1000 {
      let now = Int64(i) * 10_000_000
      writer.write(memory, frameCount: 480, at: now)
      reader.read(
        into: memory + 1024, memory + 1536, frameCount: 480, frame: Int64(i) * 480, at: now)
    }
    writer.writeSilence(frameCount: 480, at: 10_000_000_000)
    writer.end()
    crt_realtime_exit()
    #expect(memory[1024] == 0.25)
  }
}
