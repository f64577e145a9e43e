import CRealtime
import Synchronization

/// Owns the filters with which an `Interpolator` reads between the frames of a signal.
///
/// Each filter is a sinc under a Kaiser window, `taps` frames long at rates up to 1. Above that a
/// signal must lose what lies beyond half of the output's rate, so the filter is stretched by the
/// rate: in bands of a sixth of an octave, each made for the middle of its band.
///
/// Thread: control; building takes a fraction of a millisecond a band. Whoever uses its
/// `interpolator` keeps the table alive.
public final class InterpolatorTable: Sendable {
  /// The handle for the render thread.
  public let interpolator: Interpolator
  /// Held while bands are being built.
  private let building = Mutex(())

  /// - Parameters:
  ///   - taps: Length of the filter in frames at rates up to 1, a multiple of 8, 16…256. With 48,
  ///     44.1 kHz files are flat to 19 kHz; 96 costs twice as much and is flat to 20 kHz.
  ///   - rate: Greatest rate for which a filter is ready at once; see `prepare`. 0: none is, and
  ///     `prepare` comes before any reading between frames.
  public init(taps: Int = 48, upTo rate: Double = 1) {
    precondition(taps % 8 == 0 && (16...256).contains(taps), "taps: a multiple of 8 in 16…256")
    let bands = UnsafeMutablePointer<InterpolatorBand>.allocate(capacity: InterpolatorBand.count)
    for k in 0..<InterpolatorBand.count {
      let stretch = crt_pow(2, Double(k) / 6)
      let wanted = Double(taps) * stretch
      (bands + k).initialize(
        to: InterpolatorBand(
          limit: FramePosition.step(rate: stretch * crt_pow(2, 1.0 / 12)),
          taps: (Int(wanted - 1e-9) / 8 + 1) * 8,
          // A stretched filter is smoother, so fewer rows are as good.
          phases: Int(512 / stretch), stretch: stretch, rows: nil))
    }
    let ready = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
    ready.initialize(to: Atomic(0))
    interpolator = Interpolator(bands: bands, ready: ready)
    if rate > 0 { prepare(upTo: rate) }
  }

  deinit {
    let bands = UnsafeMutablePointer(mutating: interpolator.bands)
    for k in 0..<interpolator.ready.pointee.load(ordering: .relaxed) { bands[k].rows?.deallocate() }
    bands.deallocate()
    interpolator.ready.deinitialize(count: 1)
    interpolator.ready.deallocate()
  }

  /// Builds what is missing for rates up to `rate` (of either direction; 8 at most).
  ///
  /// The render thread may be reading: it uses the last band that is ready for a rate beyond it, which
  /// lets aliases through. Blocks while another thread builds.
  public func prepare(upTo rate: Double) {
    building.withLock { _ in
      let bands = UnsafeMutablePointer(mutating: interpolator.bands)
      let wanted = interpolator.band(for: FramePosition.step(rate: rate))
      var next = interpolator.ready.pointee.load(ordering: .relaxed)
      while next <= wanted {
        bands[next].rows = Self.rows(of: bands[next], baseTaps: bands[0].taps)
        next += 1
        // Releasing: who sees the count sees the rows.
        interpolator.ready.pointee.store(next, ordering: .releasing)
      }
    }
  }

  /// The coefficients of a band.
  private static func rows(of band: InterpolatorBand, baseTaps: Int) -> UnsafeMutablePointer<Float>
  {
    let (taps, phases) = (band.taps, band.phases)
    let half = taps / 2
    // The nearer the middle of the slope is to half of the rate, the flatter is the top; the shorter
    // the filter, the longer the slope.
    let cutoff = (0.5 - 0.72 / Double(baseTaps)) / band.stretch
    let curve = kernel(count: half * phases, phases: phases, half: half, cutoff: cutoff)
    var sums = [Double](repeating: 0, count: phases + 1)
    // Tap k of row p stands k − (half − 1) − p ÷ phases frames from the place.
    func index(_ k: Int, _ p: Int) -> Int { abs((k - half + 1) * phases - p) }
    for k in 0..<taps {
      for p in 0...phases { sums[p] += curve[index(k, p)] }
    }
    for p in 0...phases { sums[p] = 1 / sums[p] }
    let rows = UnsafeMutableRawPointer.allocate(
      byteCount: (phases + 1) * taps * MemoryLayout<Float>.stride, alignment: 64
    ).bindMemory(to: Float.self, capacity: (phases + 1) * taps)
    for k in 0..<taps {
      // Every row adds up to 1: a constant stays constant.
      for p in 0...phases { rows[p * taps + k] = Float(curve[index(k, p)] * sums[p]) }
    }
    return rows
  }

  /// sinc × Kaiser window at 0, 1 ÷ phases, 2 ÷ phases … `half` frames, to any scale; 0 at the end.
  private static func kernel(count: Int, phases: Int, half: Int, cutoff: Double) -> [Double] {
    let beta = 10.0  // side lobes below −100 dB
    // I₀(x) = Σ (x² ÷ 4)ᵐ ÷ m!²; with x = β√(1 − u²) that is a polynomial in u².
    let degree = 26
    var factors = [Double](repeating: 1, count: degree + 1)
    for m in 1...degree { factors[m] = factors[m - 1] / Double(m * m) }
    var curve = [Double](repeating: 0, count: count + 1)
    let turn = 2 * Double.pi * cutoff / Double(phases)
    let (stepSine, stepCosine) = (crt_sin(turn), crt_cos(turn))
    let offsets = SIMD4<Double>(0, 1, 2, 3)
    var (sine, cosine) = (0.0, 1.0)
    for start in stride(from: 0, to: count, by: 4) {
      let at = SIMD4(repeating: Double(start)) + offsets
      let u = at / Double(count)
      let z = (1 - u * u) * (beta * beta / 4)
      var window = SIMD4(repeating: factors[degree])
      for m in stride(from: degree - 1, through: 0, by: -1) { window = window * z + factors[m] }
      for lane in 0..<min(4, count - start) {
        // sin(2π·cutoff·t) goes round a circle; after some ten thousand steps it is right to 10⁻¹².
        let sinc = start + lane == 0 ? turn : sine / at[lane]
        curve[start + lane] = sinc * window[lane]
        (sine, cosine) = (
          sine * stepCosine + cosine * stepSine, cosine * stepCosine - sine * stepSine
        )
      }
    }
    return curve
  }
}
