import CRealtime

/// Whether the caller is on a thread that is rendering just now.
public enum RenderThread {
  public static var isCurrent: Bool {
    @_noLocks get { crt_realtime_current() }
  }

  /// Every function that may block, allocate much or touch a file begins with this.
  @inline(__always) public static func assertIsNotCurrent() {
    assert(!isCurrent, "called on the render thread")
  }
}
