import Glibc
import MixEngine

extension FilePath {
  /// Puts other bytes into a file in one step: whoever reads it gets all of the old ones or all of
  /// the new ones, and a failure leaves the old ones.
  ///
  /// They are written beside it and then get its name, its permissions and, where that is allowed,
  /// its owner. A symbolic link goes on leading to the file.
  ///
  /// Never the render thread.
  public func replaceContents(with bytes: [UInt8]) throws(StorageError) {
    RenderThread.assertIsNotCurrent()
    let target = resolvingLinks
    var status = stat()
    guard target.withCString({ stat($0, &status) }) == 0 else {
      throw StorageError(.write, self, error: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StorageError(.write, self, error: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    // The file itself is not opened; whoever must not write it must not replace it either.
    guard target.withCString({ access($0, W_OK) }) == 0 else {
      throw StorageError(.write, self, error: errno)
    }
    let (descriptor, other) = try target.createBeside(shownAs: self)
    var error: Int32 = 0
    // A foreign owner can't be kept by everybody; the permissions can, and must come after.
    if status.st_uid != geteuid() || status.st_gid != getegid() {
      _ = fchown(descriptor, status.st_uid, status.st_gid)
    }
    if fchmod(descriptor, status.st_mode & 0o7777) != 0 { error = errno }
    if error == 0 { error = Self.write(bytes, to: descriptor) }
    if error == 0, fsync(descriptor) != 0 { error = errno }
    if close(descriptor) != 0, error == 0 { error = errno }
    if error == 0 {
      error = other.withCString { old in
        target.withCString { rename(old, $0) == 0 ? 0 : errno }
      }
    }
    guard error == 0 else {
      _ = other.withCString { unlink($0) }
      throw StorageError(.write, self, error: error)
    }
  }

  /// The file that a symbolic link leads to; the path itself where there is none.
  private var resolvingLinks: FilePath {
    guard let real = withCString({ realpath($0, nil) }) else { return self }
    defer { free(real) }
    return FilePath(cString: real)
  }

  /// A new file in the same directory, with a name that nobody has.
  private func createBeside(
    shownAs shown: FilePath
  ) throws(StorageError) -> (descriptor: Int32, path: FilePath) {
    var number = UInt64(getpid())
    while true {
      let hidden = [UInt8(ascii: ".")] + name.bytes + Array(".\(number)~".utf8)
      let path = directory.appending(FilePath(bytes: hidden))
      let descriptor = path.withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      }
      if descriptor >= 0 { return (descriptor, path) }
      guard errno == EEXIST else { throw StorageError(.write, shown, error: errno) }
      number += 1
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        position += count
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
