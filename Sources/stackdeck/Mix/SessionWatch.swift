import Glibc
import MixIO
import MixSession

/// Notices that a session file was saved again.
struct SessionWatch {
  let path: FilePath
  let settings: [SessionSetting]
  /// Whether a change is read by itself, and not only when somebody asks.
  let isAutomatic: Bool
  private var seen: Stamp?

  /// What changes when a file is written or replaced.
  private struct Stamp: Equatable {
    var inode: UInt64
    var seconds: Int
    var nanoseconds: Int
    var size: Int
  }

  init(_ path: FilePath, settings: [SessionSetting], isAutomatic: Bool) {
    self.path = path
    self.settings = settings
    self.isAutomatic = isAutomatic
    seen = stamp()
  }

  /// Whether the file is another one than when this was last asked. A file that is gone for a
  /// moment (an editor replaces it) is not.
  mutating func hasChanged() -> Bool {
    guard isAutomatic, let now = stamp(), now != seen else { return false }
    seen = now
    return true
  }

  private func stamp() -> Stamp? {
    var information = stat()
    guard path.withCString({ stat($0, &information) }) == 0 else { return nil }
    return Stamp(
      inode: UInt64(information.st_ino), seconds: information.st_mtim.tv_sec,
      nanoseconds: information.st_mtim.tv_nsec, size: Int(information.st_size))
  }
}
