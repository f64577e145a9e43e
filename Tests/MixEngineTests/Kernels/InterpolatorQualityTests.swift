import CSampleRate
import MixEngine
import MixTestSupport
import Testing

/// What is heard: noise, images, aliases and flatness, beside libsamplerate's best converter.
@Suite struct InterpolatorQualityTests {
  private static let table = InterpolatorTable(upTo: 4)

  /// `count` frames at a rate from frame 2000 on.
  private func read(_ x: [Float], rate: Double, _ count: Int) -> [Float] {
    let step = FramePosition.step(rate: rate)
    let span = Self.table.interpolator.span(at: FramePosition(2000), step: step, frameCount: count)
    precondition(span.first >= 0 && Int(span.first) + span.count <= x.count)
    return Signals.guarded(Signals.silence(count)) {
      Self.table.interpolator.render(
        x, at: FramePosition(2000), step: step, $0, frameCount: count)
    }
  }

  /// The same frames from libsamplerate, which needs a run-up.
  private func yardstick(_ x: [Float], rate: Double, _ count: Int) -> [Float] {
    var y = Signals.silence(Int(Double(x.count) / rate) + 1)
    let used = x.withUnsafeBufferPointer { x in
      y.withUnsafeMutableBufferPointer { y in
        var data = SRC_DATA()
        data.data_in = x.baseAddress!
        data.data_out = y.baseAddress!
        data.input_frames = x.count
        data.output_frames = y.count
        data.src_ratio = 1 / rate
        precondition(src_simple(&data, Int32(SRC_SINC_BEST_QUALITY), 1) == 0)
        return data.output_frames_gen
      }
    }
    let first = Int(2000 / rate)
    precondition(used >= first + count)
    return Array(y[first..<first + count])
  }

  private func input(_ rate: Double, _ count: Int) -> Int { 4500 + Int(Double(count) * rate) }

  @Test(arguments: [
    (44_100.0, 48_000.0), (48_000, 44_100), (96_000, 48_000), (88_200, 48_000), (22_050, 48_000),
    (8000, 48_000), (32_000, 48_000), (11_025, 44_100), (192_000, 48_000),
  ])
  func `files of other rates keep 100 dB up to 0.4 of the lower rate`(file: Double, engine: Double)
  {
    let rate = file / engine
    for share in [0.0208, 0.1, 0.2, 0.3, 0.35, 0.38, 0.4] {
      let frequency = share * min(file, engine)
      let x = Signals.sine(frequency, input(rate, 6000), rate: file)
      let ours = Measurements.fitSine(read(x, rate: rate, 6000), frequency: frequency, rate: engine)
      let best = Measurements.fitSine(
        yardstick(x, rate: rate, 6000), frequency: frequency, rate: engine)
      #expect(ours.signalToNoise > 100, "\(file) → \(engine), \(frequency) Hz")
      #expect(best.signalToNoise > ours.signalToNoise - 30)
      #expect(abs(Measurements.decibels(ours.amplitude / best.amplitude)) < 0.02)
      // No delay: the first frame has the phase of frame 2000 of the file.
      let turns = 2000 * frequency / file
      let phase = 2 * Double.pi * (turns - turns.rounded())
      let difference = ours.phase - phase
      #expect(abs(difference - 2 * .pi * (difference / (2 * .pi)).rounded()) < 1e-4)
    }
  }

  @Test(arguments: [
    0.501, 0.57, 0.73, 0.92, 0.999, 1.001, 1.03, 1.058, 1.061, 1.08, 1.188, 1.19, 1.3, 1.5, 1.77,
    1.999, 2.7, 3.9,
  ])
  func `1 kHz keeps 105 dB at any speed`(rate: Double) {
    let x = Signals.sine(1000, input(rate, 8000))
    let ours = Measurements.fitSine(read(x, rate: rate, 8000), frequency: 1000 * rate)
    let best = Measurements.fitSine(yardstick(x, rate: rate, 8000), frequency: 1000 * rate)
    #expect(ours.signalToNoise > 105)
    #expect(best.signalToNoise > 105)
    #expect(abs(Measurements.decibels(ours.amplitude / best.amplitude)) < 0.001)
  }

  /// A tone that would come back at `share` of the output's rate, if nothing removed it.
  @Test(arguments: [1.03, 1.058, 1.07, 1.1, 1.3, 1.5, 1.68, 1.999, 2.3, 3.9])
  func `what cannot be played is removed`(rate: Double) {
    for share in [0.05, 0.2, 0.3, 0.36, 0.4, 0.41] {
      let frequency = (1 - share) / rate * 48_000
      guard frequency < 24_000 else { continue }
      let x = Signals.sine(frequency, input(rate, 4096), amplitude: 1)
      let out = read(x, rate: rate, 4096)
      let level = Measurements.decibels(Measurements.rms(out))
      #expect(level < -95, "rate \(rate), \(frequency) Hz")
    }
  }

  @Test(arguments: [0.1, 0.2, 0.459375, 0.6, 0.9])
  func `no image is above −95 dB`(rate: Double) {
    for share in [0.1, 0.25, 0.35, 0.4, 0.44] {
      let x = Signals.sine(share * 48_000, input(rate, 8192), amplitude: 1)
      let out = read(x, rate: rate, 8192)
      for image in [1 - share, 1 + share, 2 - share] where image * rate < 0.49 {
        let level = Measurements.level(out, at: image * rate * 48_000)
        #expect(level < -95, "rate \(rate), share \(share), image \(image)")
      }
    }
  }

  @Test func `44.1 kHz files are flat to 18 kHz`() {
    func level(_ frequency: Double, _ file: Double, _ engine: Double) -> Double {
      let x = Signals.sine(frequency, 20_000, rate: file, amplitude: 1)
      let out = read(x, rate: file / engine, 8000)
      return Measurements.decibels(
        Measurements.fitSine(out, frequency: frequency, rate: engine).amplitude)
    }
    #expect(abs(level(18_000, 44_100, 48_000)) < 0.01)
    #expect(abs(level(19_000, 44_100, 48_000)) < 0.05)
    #expect(abs(level(20_000, 44_100, 48_000) + 0.6) < 0.1)
    #expect(abs(level(18_000, 48_000, 44_100)) < 0.02)
    #expect(level(20_000, 48_000, 44_100) > -3)
    #expect(abs(level(20_000, 96_000, 48_000)) < 0.02)
  }
}
