/// What one cycle renders.
public enum Quantum {
  /// Frames of one cycle. Quanta begin at multiples of this on the render clock.
  public static var frameCount: Int {
    // Computed: a stored global would need a lock at its first use.
    @_noLocks get { 64 }
  }
}
