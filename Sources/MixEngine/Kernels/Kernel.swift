/// Loops over the samples of one channel, the only place where the render path touches samples one by
/// one.
///
/// Shape: planar `Float` buffers of `frameCount` samples (any number, 0 too); a source and a
/// destination are the same
/// buffer or do not overlap; no alignment is needed. Every kernel (sums excepted) gives a frame the same bits
/// wherever the frame stands in the call, so cutting a call into pieces changes nothing.
/// Thread: any; all of them are real-time safe.
public enum Kernel {
  typealias Vector = SIMD8<Float>
  typealias Bits = SIMD8<UInt32>

  /// 0…7, the index of each lane.
  static var lanes: Vector { @_noLocks @inline(__always) get { Vector(0, 1, 2, 3, 4, 5, 6, 7) } }

  /// Samples that whole vectors hold. A loop up to there costs two instructions less a turn than one
  /// that adds before it compares.
  @_noLocks @inline(__always)
  static func wholeVectors(_ frameCount: Int) -> Int { frameCount & ~7 }

  @_noLocks @inline(__always)
  static func load(_ source: UnsafePointer<Float>, _ index: Int) -> Vector {
    UnsafeRawPointer(source + index).loadUnaligned(as: Vector.self)
  }

  @_noLocks @inline(__always)
  static func load(_ source: UnsafeMutablePointer<Float>, _ index: Int) -> Vector {
    UnsafeRawPointer(source + index).loadUnaligned(as: Vector.self)
  }

  @_noLocks @inline(__always)
  static func store(_ value: Vector, _ destination: UnsafeMutablePointer<Float>, _ index: Int) {
    UnsafeMutableRawPointer(destination + index).storeBytes(of: value, as: Vector.self)
  }

  /// Four samples, for loops that go frame by frame.
  @_noLocks @inline(__always)
  static func four(_ source: UnsafeMutablePointer<Float>, _ index: Int) -> SIMD4<Float> {
    UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<Float>.self)
  }

  @_noLocks @inline(__always)
  static func store(
    _ value: SIMD4<Float>, _ destination: UnsafeMutablePointer<Float>, _ index: Int
  ) {
    UnsafeMutableRawPointer(destination + index).storeBytes(of: value, as: SIMD4<Float>.self)
  }
}
