import MixEngine

// The loops over samples, in calls of a quantum, over buffers that stay in the nearest cache.
extension Bench {
  /// 512 quanta of a tone that none of the kernels makes grow.
  private static let quanta = 512

  mutating func measureKernels() {
    let (left, right) = (Signal.tone(0.01), Signal.tone(0.013))
    let (outLeft, outRight) = (Signal.silence(), Signal.silence())
    let words = UnsafeMutablePointer<Int16>.allocate(capacity: 2 * Signal.count)
    words.initialize(repeating: 1000, count: 2 * Signal.count)
    let wide = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * Signal.count)
    wide.initialize(repeating: 1000, count: 2 * Signal.count)
    defer {
      for pointer in [left, right, outLeft, outRight] { pointer.deallocate() }
      words.deallocate()
      wide.deallocate()
    }
    var kept = 0
    var peak: Float = 0

    measure(
      "mix",
      each: { n in
        Kernel.mix(left, into: outLeft, frameCount: n, gain: 1e-6)
        Kernel.mix(right, into: outRight, frameCount: n, gain: 1e-6)
      })
    var ramp = Ramp(0.999)
    ramp.move(to: 1, over: 4096)
    measure(
      "ramp",
      each: { n in
        Kernel.apply(ramp, to: left, into: outLeft, frameCount: n)
        Kernel.apply(ramp, to: right, into: outRight, frameCount: n)
      })
    let filter = BiquadCoefficients.bandPass(frequency: 1000, bandwidth: 860, rate: 48_000)
    let other = BiquadCoefficients.bandPass(frequency: 1100, bandwidth: 860, rate: 48_000)
    var state = BiquadState()
    measure(
      "biquad",
      each: { n in
        Kernel.copy(left, to: outLeft, frameCount: n)
        Kernel.copy(right, to: outRight, frameCount: n)
        Kernel.biquad(filter, &state, outLeft, outRight, frameCount: n)
      })
    measure(
      "biquad that glides",
      each: { n in
        Kernel.copy(left, to: outLeft, frameCount: n)
        Kernel.copy(right, to: outRight, frameCount: n)
        Kernel.biquad(from: filter, to: other, &state, outLeft, outRight, frameCount: n)
      })
    measure(
      "measure",
      each: { n in
        peak += Kernel.measure(left, frameCount: n).peak + Kernel.measure(right, frameCount: n).peak
      })
    measure(
      "is finite",
      each: { n in
        if Kernel.isFinite(left, frameCount: n), Kernel.isFinite(right, frameCount: n) {
          kept &+= 1
        }
      })
    measure(
      "decode 16 bits",
      each: { n in
        Kernel.decode16(words, outLeft, outRight, frameCount: n)
      })
    measure(
      "decode 16 bits and mix",
      each: { n in
        Kernel.decodeMix16(
          words, into: outLeft, outRight, frameCount: n, leftGain: 1e-6, rightGain: 1e-6)
      })
    measure(
      "decode 32 bits",
      each: { n in
        Kernel.decode32(channel: 0, of: 2, wide, to: outLeft, frameCount: n)
        Kernel.decode32(channel: 1, of: 2, wide, to: outRight, frameCount: n)
      })
    measure(
      "encode 16 bits",
      each: { n in
        kept &+= Kernel.encode16(left, right, words, frameCount: n)
      })
    measure(
      "encode 24 bits",
      each: { n in
        kept &+= Kernel.encode24(channel: 0, of: 2, left, into: wide, frameCount: n)
        kept &+= Kernel.encode24(channel: 1, of: 2, right, into: wide, frameCount: n)
      })
    if peak < 0 || kept < 0 { print(kept) }  // keeps the loops alive
    measureInterpolator(left, right, outLeft, outRight)
  }

  /// Reading between frames, with the filter of players.
  private mutating func measureInterpolator(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    _ outLeft: UnsafeMutablePointer<Float>, _ outRight: UnsafeMutablePointer<Float>
  ) {
    let table = InterpolatorTable(taps: 64, upTo: 2)
    for (name, rate) in [
      ("0.5", 0.501), ("44.1 kHz at 48 kHz", 44.1 / 48), ("1.1", 1.1), ("2", 1.999),
    ] {
      let step = FramePosition.step(rate: rate)
      measure(
        "interpolator, rate \(name)",
        each: { n in
          table.interpolator.render(
            left, right, at: FramePosition(256), step: step, outLeft, outRight, frameCount: n)
        })
    }
    withExtendedLifetime(table) {}
  }

  private mutating func measure(_ name: String, each body: (Int) -> Void) {
    let n = Quantum.frameCount
    measure(name, frameCount: Self.quanta * n) {
      for _ in 0..<Self.quanta { body(n) }
    }
  }
}
