import CRealtime
import Glibc

/// Ends a `poll` of another thread.
final class WakeDescriptor: Sendable {
  /// To be polled for reading.
  let descriptor: Int32

  /// Nil: no descriptor is left.
  init?() {
    descriptor = crt_event_descriptor()
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Any thread.
  func wake() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// Forgets all wakings until now. The polling thread.
  func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }
}
