import Synchronization

/// Publishes an object to one render thread, which borrows it for a cycle and never retains,
/// releases or frees. What was replaced is released on the control thread once the render thread
/// has moved past it.
public final class RenderBox: @unchecked Sendable {
  /// The render thread's end.
  let reader: RenderBoxReader
  // Control thread only.
  private var retired: [(object: Unmanaged<AnyObject>, epoch: UInt)] = []

  public init(_ initial: any AnyObject & Sendable) {
    reader = RenderBoxReader(
      UnsafeRawPointer(Unmanaged.passRetained(initial as AnyObject).toOpaque()))
  }

  deinit {
    Unmanaged<AnyObject>.fromOpaque(reader.current.pointee.load(ordering: .acquiring)).release()
    for entry in retired { entry.object.release() }
    reader.deallocate()
  }

  /// Control thread: makes `new` current. The one before is released by a later call of this or of
  /// `collect`.
  public func publish(_ new: any AnyObject & Sendable) {
    let pointer = UnsafeRawPointer(Unmanaged.passRetained(new as AnyObject).toOpaque())
    let old = reader.current.pointee.exchange(pointer, ordering: .sequentiallyConsistent)
    retired.append(
      (Unmanaged.fromOpaque(old), reader.epoch.pointee.load(ordering: .sequentiallyConsistent)))
    collect()
  }

  /// Control thread: releases what the render thread can't hold any more. Returns how many wait.
  @discardableResult public func collect() -> Int {
    let now = reader.epoch.pointee.load(ordering: .acquiring)
    retired.removeAll { entry in
      guard entry.epoch & 1 == 0 || now != entry.epoch else { return false }
      entry.object.release()
      return true
    }
    return retired.count
  }
}
