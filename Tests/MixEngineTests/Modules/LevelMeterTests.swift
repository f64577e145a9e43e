import MixEngine
import MixTestSupport
import Synchronization
import Testing

@Suite struct LevelMeterTests {
  private func meter(_ clip: [[Float]]) -> (ModuleRig, LevelMeter) {
    let rig = ModuleRig()
    let meter = LevelMeter(address: "bus.main.meter", parameters: rig.parameters)
    rig.use(clip, [meter])
    return (rig, meter)
  }

  @Test func `a sine reads its peak and 3 dB less as RMS`() throws {
    let (rig, meter) = meter([
      Signals.sine(1000, 48_000, amplitude: 0.5), Signals.sine(1000, 48_000, amplitude: 0.05),
    ])
    let reader = try #require(meter.addReader())
    _ = rig.render(48_000)
    let reading = reader.read()
    #expect(abs(reading.left.peak.value + 6.0206) < 0.001)
    #expect(abs(reading.left.rms.value + 9.0309) < 0.03)
    #expect(abs(reading.right.peak.value + 26.0206) < 0.001)
    #expect(abs(reading.right.rms.value + 29.0309) < 0.03)
    #expect(!reading.hasClipped && reading.peak == reading.left.peak)
  }

  @Test func `a constant reads exactly, silence is no level`() throws {
    let (rig, meter) = meter([Signals.constant(-0.25, 8192), Signals.silence(8192)])
    let reader = try #require(meter.addReader())
    _ = rig.render(8192)
    let reading = reader.read()
    #expect(reading.left.peak == Decibels(gain: 0.25) && reading.left.rms == Decibels(gain: 0.25))
    #expect(reading.right.peak.value == -.infinity && reading.right.rms.value == -.infinity)
    #expect(reading.right.heldPeak.value == -.infinity)
  }

  @Test func `a peak is held for half a second and falls then`() throws {
    let (rig, meter) = meter([Signals.impulse(64, at: 3, amplitude: 0.5)])
    let reader = try #require(meter.addReader())
    _ = rig.render(64)
    _ = rig.render(23_936)
    #expect(reader.read().left.heldPeak == Decibels(gain: 0.5))
    // e^(−3 × 0.25 s), give or take the quantum in which it began.
    _ = rig.render(12_032)
    let quarter = reader.read().left.heldPeak.value
    #expect(abs(quarter - (-6.0206 - 26.0577 * 0.25)) < 0.08)
    _ = rig.render(48_000)
    #expect(abs(reader.read().left.heldPeak.value - (quarter - 26.0577)) < 0.001)
  }

  @Test func `a peak is told once, to each reader`() throws {
    let (rig, meter) = meter([Signals.impulse(64, amplitude: 0.5)])
    let first = try #require(meter.addReader()), second = try #require(meter.addReader())
    _ = rig.render(640)
    #expect(first.read().left.peak == Decibels(gain: 0.5))
    #expect(first.read().left.peak.value == -.infinity)
    #expect(second.read().left.peak == Decibels(gain: 0.5))
  }

  @Test func `samples beyond full scale are counted, once a reading`() throws {
    var x = Signals.constant(1, 640)
    x[5] = 1.001
    x[6] = -7
    let (rig, meter) = meter([x, Signals.constant(-1, 640)])
    let reader = try #require(meter.addReader())
    _ = rig.render(64)
    let reading = reader.read()
    #expect(reading.left.clipCount == 2 && reading.right.clipCount == 0 && reading.hasClipped)
    _ = rig.render(576)
    #expect(reader.read().left.clipCount == 0)
  }

  @Test func `it reads a signal and leaves it as it is`() throws {
    let x = Signals.noise(4096, seed: 1)
    let (rig, meter) = meter([x])
    let reader = try #require(meter.addReader())
    #expect(Measurements.differingFrames(rig.render(4096).left, x) == 0)
    #expect(reader.read().left.peak.value > -7)
    #expect(reader.read().right.rms == reader.read().left.rms)
  }

  @Test func `without readers it does nothing, and begins anew with the next one`() throws {
    let (rig, meter) = meter([Signals.constant(0.5, 4096)])
    var reader = meter.addReader()
    _ = rig.render(4096)
    #expect(try #require(reader).read().left.heldPeak == Decibels(gain: 0.5))
    reader = nil
    _ = rig.render(64)
    let next = try #require(meter.addReader())
    _ = rig.render(64)
    let reading = next.read()
    #expect(reading.left.heldPeak.value == -.infinity && reading.left.rms.value == -.infinity)
  }

  @Test func `a reader on another thread misses no clip and no peak`() async throws {
    // One sample in 1000 is beyond full scale, and the greatest of all comes once.
    var x = Signals.constant(0.5, 256_000)
    for i in stride(from: 0, to: x.count, by: 1000) { x[i] = 1.5 }
    x[123_456] = -3
    let (rig, meter) = meter([x])
    let reader = try #require(meter.addReader())
    let isDone = Atomic(false)
    let watching = Task.detached {
      var clips = 0, peak = -Double.infinity
      var isLast = false
      while true {
        isLast = isDone.load(ordering: .acquiring)
        let reading = reader.read()
        clips += reading.left.clipCount
        peak = max(peak, reading.left.peak.value)
        if isLast { return (clips, peak) }
        await Task.yield()
      }
    }
    _ = rig.render(x.count, requests: [128])
    isDone.store(true, ordering: .releasing)
    let (clips, peak) = await watching.value
    #expect(clips == 257 && peak == Decibels(gain: 3).value)
  }

  @Test func `eight can watch, and a place becomes free again`() {
    let (_, meter) = meter([Signals.silence(64)])
    var readers = (0..<8).compactMap { _ in meter.addReader() }
    #expect(readers.count == 8 && meter.addReader() == nil)
    readers.removeFirst()
    #expect(meter.addReader() != nil)
  }

  @Test func `what is not a number is no level`() throws {
    let (rig, meter) = meter([Signals.constant(.nan, 64)])
    let reader = try #require(meter.addReader())
    _ = rig.render(8192)
    let reading = reader.read()
    #expect(reading.left.peak.value == -.infinity && reading.left.heldPeak.value == -.infinity)
    #expect(reading.left.rms.value == -.infinity)
  }

  private static let corners: [(level: Double, position: Double)] = [
    (-.infinity, 0), (-70, 0), (-65, 0.025), (-60, 0.05), (-50, 0.075), (-40, 0.15), (-30, 0.3),
    (-25, 0.4), (-20, 0.5), (-10, 0.75), (0, 1), (6, 1), (.nan, 0),
  ]

  @Test(arguments: corners)
  func `the scale of a meter has its corners`(level: Double, position: Double) {
    #expect(abs(MeterScale.position(of: Decibels(level)) - position) < 1e-12)
  }
}
