import Glibc

/// The room that a disk has left.
public enum FreeSpace {
  /// Bytes that this user may still write in a directory, or in the nearest one above it that
  /// exists; nil where the system doesn't tell.
  ///
  /// Any thread but the render thread; may block on a network disk. The C function is `statvfs`.
  public static func byteCount(in directory: FilePath) -> Int64? {
    var directory = directory.bytes.isEmpty ? "." : directory
    while true {
      var information = statvfs()
      if directory.withCString({ statvfs($0, &information) }) == 0 {
        return Int64(clamping: UInt64(information.f_bavail) * UInt64(information.f_frsize))
      }
      guard errno == ENOENT, directory.bytes != [UInt8(ascii: "/")], directory != "." else {
        return nil
      }
      directory = directory.directory
    }
  }
}
