import Glibc
import MixIO
import MixSession

/// Notices that a session file, or a map file that it uses, was saved again.
struct SessionWatch {
  let path: FilePath
  let settings: [SessionSetting]
  /// Whether a change is read by itself, and not only when somebody asks.
  let isAutomatic: Bool
  private var seen: [FilePath: Stamp] = [:]

  /// What changes when a file is written or replaced.
  private struct Stamp: Equatable {
    var inode: UInt64
    var seconds: Int
    var nanoseconds: Int
    var size: Int
  }

  /// - Parameter plan: what was read of it.
  init(
    _ path: FilePath, settings: [SessionSetting], isAutomatic: Bool, _ plan: SessionPlan
  ) {
    self.path = path
    self.settings = settings
    self.isAutomatic = isAutomatic
    for path in files(plan) { seen[path] = stamp(of: path) }
  }

  private func files(_ plan: SessionPlan) -> [FilePath] {
    [path] + plan.midi.maps.map { FilePath($0.source.file) }
  }

  /// Whether a file is another one than when this was last asked. A file that is gone for a moment
  /// (an editor replaces it) is not.
  ///
  /// - Parameter plan: names the map files.
  mutating func hasChanged(_ plan: SessionPlan) -> Bool {
    guard isAutomatic else { return false }
    var hasChanged = false
    for path in files(plan) {
      guard let now = stamp(of: path) else { continue }
      if let before = seen[path], before != now { hasChanged = true }
      seen[path] = now
    }
    return hasChanged
  }

  private func stamp(of path: FilePath) -> Stamp? {
    var information = stat()
    guard path.withCString({ stat($0, &information) }) == 0 else { return nil }
    return Stamp(
      inode: UInt64(information.st_ino), seconds: information.st_mtim.tv_sec,
      nanoseconds: information.st_mtim.tv_nsec, size: Int(information.st_size))
  }
}
