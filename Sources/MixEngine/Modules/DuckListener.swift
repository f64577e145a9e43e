/// Hears a strip for a `Duck`: its peaks, frame by frame.
///
/// It reads the top and changes nothing. The duck takes the peaks of the same quantum if the strip
/// is made before it, else those of the one before (1.3 ms at 48 kHz).
public final class DuckListener: Module, @unchecked Sendable {
  /// What the duck sees. Trivial; the listener owns the memory. Render thread.
  struct Ear: BitwiseCopyable, @unchecked Sendable {
    /// A quantum of peaks, of the louder side.
    let peaks: UnsafeMutablePointer<Float>
    /// The frame of the render clock at which that quantum begins.
    let time: UnsafeMutablePointer<Int64>

    /// Whether the peaks are of the quantum that begins at a frame, or of the one before: older ones
    /// are of a strip that is gone.
    @_noLocks func hears(at frame: Int64) -> Bool {
      let age = frame &- time.pointee
      if age < 0 { return false }
      return age <= Int64(Quantum.frameCount)
    }
  }

  let ear: Ear

  public override init(address: String, parameters: ParameterTable) {
    let peaks = UnsafeMutableRawPointer.allocate(
      byteCount: Quantum.frameCount * MemoryLayout<Float>.stride, alignment: 64
    ).bindMemory(to: Float.self, capacity: Quantum.frameCount)
    peaks.initialize(repeating: 0, count: Quantum.frameCount)
    let time = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    time.initialize(to: .min / 2)
    ear = Ear(peaks: peaks, time: time)
    super.init(address: address, parameters: parameters)
  }

  deinit {
    ear.peaks.deallocate()
    ear.time.deallocate()
  }

  @_noLocks public override func process(_ context: RenderContext) {
    guard let top = context.stack.get(0) else { return context.stack.countMisuse() }
    let frames = top.frameCount < Quantum.frameCount ? top.frameCount : Quantum.frameCount
    Kernel.peaks(top.left, top.right, into: ear.peaks, frameCount: frames)
    ear.time.pointee = context.time
  }

  @_noLocks public override func reset() { ear.time.pointee = .min / 2 }
}
