import Glibc
import MixEngine

/// A text file that grows by whole lines, for what must survive a crash up to the last flush.
///
/// One thread at a time, never the render thread. After an error it grows no more, and ends with its
/// last whole line.
public final class LineFile {
  public let path: FilePath
  public private(set) var failure: StorageError?
  private var descriptor: Int32
  private var pending: [UInt8] = []
  private var byteCount: Int64 = 0

  /// Creates a file that must not be there yet.
  public init(creating path: FilePath) throws(StorageError) {
    RenderThread.assertIsNotCurrent()
    self.path = path
    descriptor = -1
    repeat {
      descriptor = path.withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw StorageError(.create, path, error: errno) }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// Adds a line, which has its line feed. It is in the file after the next `flush`.
  public func append(_ line: String) {
    if failure == nil { pending += Array(line.utf8) }
  }

  /// Hands all lines to the system: from now on they survive the end of this process.
  public func flush() {
    guard failure == nil, descriptor >= 0, !pending.isEmpty else { return }
    var done = 0
    while done < pending.count {
      let count = pending.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        failure = StorageError(.write, path, error: count < 0 ? errno : ENOSPC)
        // What was written of the last line goes.
        let whole = pending[..<done].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        _ = ftruncate(descriptor, off_t(byteCount + Int64(whole)))
        pending = []
        return
      }
      done += count
    }
    byteCount += Int64(done)
    pending.removeAll(keepingCapacity: true)
  }

  /// Flushes and closes. Closing what is closed does nothing.
  public func close() {
    guard descriptor >= 0 else { return }
    flush()
    if Glibc.close(descriptor) != 0, failure == nil {
      failure = StorageError(.close, path, error: errno)
    }
    descriptor = -1
  }

  /// Closes it and takes it away again: nothing came of it.
  public func remove() {
    pending = []
    close()
    _ = path.withCString { unlink($0) }
  }
}
