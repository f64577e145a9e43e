import Synchronization

/// Reads a signal at any place between its frames, at any rate and in both directions.
///
/// Every output frame depends on its place alone, not on how it was reached: pieces of any length, in
/// any order, give the same bits. At a step of exactly one frame (forwards or backwards) from a whole
/// frame, frames are copied bit for bit. There is no delay: the filter is symmetrical about the place.
///
/// A trivial handle; the `InterpolatorTable` it comes from must be kept alive. Thread: any;
/// real-time safe. Cost: taps × greater of 1 and |rate| a frame.
public struct Interpolator: BitwiseCopyable, @unchecked Sendable {
  let bands: UnsafePointer<InterpolatorBand>
  /// Number of bands whose rows are there. Written by the table (releasing), read here (acquiring).
  let ready: UnsafeMutablePointer<Atomic<Int>>

  /// Frames that are read before the frame at or before a place.
  @_noLocks public func before(step: Int64) -> Int { bands[band(for: step)].taps / 2 &- 1 }

  /// Frames that are read after the frame at or before a place.
  @_noLocks public func after(step: Int64) -> Int { bands[band(for: step)].taps / 2 }

  /// The frames that `render` reads with these arguments: `count` from `first`. When frames are
  /// copied these are the frames themselves, without margins.
  @_noLocks public func span(
    at position: FramePosition, step: Int64, frameCount: Int
  ) -> (first: Int64, count: Int) {
    if frameCount <= 0 { return (position.frame, 0) }
    let last = position.advanced(by: step, count: frameCount &- 1).frame
    var low = step < 0 ? last : position.frame
    var high = step < 0 ? position.frame : last
    if !copies(position, step) {
      low &-= Int64(before(step: step))
      high &+= Int64(after(step: step))
    }
    return (low, Int(high &- low) &+ 1)
  }

  /// Writes `frameCount` stereo frames: the first at `position`, each further one a `step` on.
  ///
  /// Shape: planar; the outputs do not overlap the inputs. Reads what `span` says; `position` less
  /// than 2³⁰ frames from the pointers.
  /// - Parameters:
  ///   - left: Frame 0 of the left channel; `position` counts from here, and frames before it are
  ///     read, too.
  ///   - step: In 2⁻³² frames.
  @_noLocks public func render(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, at position: FramePosition,
    step: Int64, _ outLeft: UnsafeMutablePointer<Float>, _ outRight: UnsafeMutablePointer<Float>,
    frameCount: Int
  ) {
    if copies(position, step) {
      copy(left, position.frame, step, outLeft, frameCount)
      copy(right, position.frame, step, outRight, frameCount)
      return
    }
    let (rows, taps, phases) = table(for: step)
    let back = taps / 2 &- 1
    let bytes = taps &* MemoryLayout<Float>.stride
    var at = position.frame &<< 32 | Int64(position.fraction)
    for i in 0..<frameCount {
      let whole = Int(at &>> 32) &- back
      let scaled = UInt64(UInt32(truncatingIfNeeded: at)) &* phases
      // Between two rows, coefficients go in a straight line.
      let part = Vector(repeating: Interpolator.part(scaled))
      let row = UnsafeRawPointer(rows + Int(scaled &>> 32) &* taps)
      let next = row + bytes
      let x = UnsafeRawPointer(left + whole)
      let y = UnsafeRawPointer(right + whole)
      var l = Vector.zero
      var r = Vector.zero
      var k = 0
      while k < bytes {
        let a = (row + k).load(as: Vector.self)
        let weight = a + ((next + k).load(as: Vector.self) - a) * part
        l += weight * (x + k).loadUnaligned(as: Vector.self)
        r += weight * (y + k).loadUnaligned(as: Vector.self)
        k &+= 32
      }
      outLeft[i] = Interpolator.sum(l)
      outRight[i] = Interpolator.sum(r)
      at &+= step
    }
  }

  /// The same for one channel.
  @_noLocks public func render(
    _ source: UnsafePointer<Float>, at position: FramePosition, step: Int64,
    _ out: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    if copies(position, step) { return copy(source, position.frame, step, out, frameCount) }
    let (rows, taps, phases) = table(for: step)
    let back = taps / 2 &- 1
    let bytes = taps &* MemoryLayout<Float>.stride
    var at = position.frame &<< 32 | Int64(position.fraction)
    for i in 0..<frameCount {
      let whole = Int(at &>> 32) &- back
      let scaled = UInt64(UInt32(truncatingIfNeeded: at)) &* phases
      let part = Vector(repeating: Interpolator.part(scaled))
      let row = UnsafeRawPointer(rows + Int(scaled &>> 32) &* taps)
      let next = row + bytes
      let x = UnsafeRawPointer(source + whole)
      var sum = Vector.zero
      var k = 0
      while k < bytes {
        let a = (row + k).load(as: Vector.self)
        let weight = a + ((next + k).load(as: Vector.self) - a) * part
        sum += weight * (x + k).loadUnaligned(as: Vector.self)
        k &+= 32
      }
      out[i] = Interpolator.sum(sum)
      at &+= step
    }
  }

  typealias Vector = SIMD8<Float>

  /// The band for a step, whether it is ready or not: margins must not grow between two calls.
  @_noLocks func band(for step: Int64) -> Int {
    let size = step < 0 ? 0 &- step : step
    var k = 0
    while k &+ 1 < InterpolatorBand.count && bands[k].limit < size { k &+= 1 }
    return k
  }

  @_noLocks private func copies(_ position: FramePosition, _ step: Int64) -> Bool {
    position.fraction == 0 && (step == 1 &<< 32 || step == -1 &<< 32)
  }

  @_noLocks private func copy(
    _ source: UnsafePointer<Float>, _ first: Int64, _ step: Int64,
    _ out: UnsafeMutablePointer<Float>, _ frameCount: Int
  ) {
    if step > 0 { return Kernel.copy(source + Int(first), to: out, frameCount: frameCount) }
    var from = source + Int(first)
    for i in 0..<frameCount {
      out[i] = from.pointee
      from -= 1
    }
  }

  @_noLocks @inline(__always) private func table(
    for step: Int64
  ) -> (rows: UnsafePointer<Float>, taps: Int, phases: UInt64) {
    let wanted = band(for: step)
    let last = ready.pointee.load(ordering: .acquiring) &- 1
    let band = bands[wanted < last ? wanted : last]
    return (UnsafePointer(band.rows.unsafelyUnwrapped), band.taps, UInt64(band.phases))
  }

  /// The low word as 0…1.
  @_noLocks @inline(__always) private static func part(_ scaled: UInt64) -> Float {
    Float(Int32(truncatingIfNeeded: (scaled & 0xFFFF_FFFF) &>> 8)) * (1 / 16_777_216)
  }

  /// A tree, not eight scalar steps.
  @_noLocks @inline(__always) private static func sum(_ v: Vector) -> Float {
    let v4 = v.lowHalf + v.highHalf
    let v2 = v4.lowHalf + v4.highHalf
    return v2.x + v2.y
  }
}
