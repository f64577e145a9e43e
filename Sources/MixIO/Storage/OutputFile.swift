import CRealtime
import Glibc
import MixEngine

/// A file that is being written, with its own memory of what went wrong.
///
/// Pieces are gathered in a buffer, so that an encoder may write a few bytes at a time; what is
/// written where is known exactly, whatever the library above reports. The first error stays in
/// `failure`. After a write that failed the file grows no more, but what it has can be corrected:
/// a header can still be completed.
///
/// One thread at a time, never the render thread.
public final class OutputFile {
  /// What it is called now.
  public private(set) var path: FilePath
  /// What errors call it: the name that it is to get.
  private let shownPath: FilePath
  public private(set) var failure: StorageError?
  /// Whether a write failed.
  public private(set) var isBroken = false
  /// Bytes that the file has, the buffered ones included.
  public private(set) var byteCount: Int64 = 0
  /// Where the next bytes go.
  public var position: Int64 = 0

  private var descriptor: Int32
  private let buffer: UnsafeMutableRawPointer
  private static let bufferCapacity = 1 << 16
  private var bufferStart: Int64 = 0
  private var bufferCount = 0
  private var reservedEnd: Int64 = 0
  private var canReserve = true
  private let sizeLimit: Int64

  init(descriptor: Int32, path: FilePath, shownAs shownPath: FilePath? = nil) {
    self.descriptor = descriptor
    self.path = path
    self.shownPath = shownPath ?? path
    buffer = .allocate(byteCount: OutputFile.bufferCapacity, alignment: 64)
    var limit = rlimit()
    let isLimited = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
    sizeLimit = isLimited ? Int64(clamping: limit.rlim_cur) : .max
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
    buffer.deallocate()
  }

  /// Makes sure that there is room for `count` bytes behind the end, so that what an encoder still
  /// holds can be written when the disk is full.
  ///
  /// The room is taken on the disk without making the file longer, in steps; `close` gives back
  /// what is left. File systems that can't do that are asked how much is free.
  /// - Returns: false, with `failure` set, when there is no room.
  public func reserve(_ count: Int64) -> Bool {
    RenderThread.assertIsNotCurrent()
    guard failure == nil else { return false }
    let end = byteCount + count
    if end <= reservedEnd { return true }
    guard end <= sizeLimit else { return fail(EFBIG) }
    let start = max(reservedEnd, byteCount)
    while canReserve {
      let step = min(end + OutputFile.reservedStep, sizeLimit)
      var error = crt_reserve(descriptor, start, step - start)
      if error == 0 {
        reservedEnd = step
        return true
      }
      if error == ENOSPC || error == EDQUOT {
        error = crt_reserve(descriptor, start, end - start)
        if error == 0 {
          reservedEnd = end
          return true
        }
      }
      switch error {
      case EINTR: continue
      case ENOSPC, EDQUOT, EFBIG, EIO: return fail(error)
      default: canReserve = false
      }
    }
    guard let free = FreeSpace.byteCount(in: path.directory) else { return true }
    return free >= count + Int64(bufferCount) ? true : fail(ENOSPC)
  }

  private static let reservedStep: Int64 = 1 << 20

  /// Writes at `position` and moves it on. Returns how many bytes were taken: all or none.
  public func write(_ bytes: UnsafeRawPointer, count: Int) -> Int {
    if isBroken, position + Int64(count) > byteCount { return 0 }
    if position != bufferStart + Int64(bufferCount) || bufferCount + count > Self.bufferCapacity {
      guard flush() else { return 0 }
      bufferStart = position
    }
    if count >= OutputFile.bufferCapacity {
      guard put(bytes, count: count, at: position) else { return 0 }
      bufferStart = position + Int64(count)
    } else {
      (buffer + bufferCount).copyMemory(from: bytes, byteCount: count)
      bufferCount += count
    }
    position += Int64(count)
    byteCount = max(byteCount, position)
    return count
  }

  /// Reads at `position` and moves it on. Returns how many bytes there were.
  public func read(into bytes: UnsafeMutableRawPointer, count: Int) -> Int {
    guard flush() else { return 0 }
    let got = pread(descriptor, bytes, count, off_t(position))
    position += Int64(max(got, 0))
    return max(got, 0)
  }

  /// Gives the buffered bytes to the system: they outlive this process. False after an error.
  @discardableResult public func flush() -> Bool {
    let count = bufferCount
    bufferCount = 0
    let start = bufferStart
    bufferStart += Int64(count)
    return put(buffer, count: count, at: start)
  }

  /// Writes what is buffered, gives back reserved room and closes. Returns the first error there
  /// was. Closing twice does nothing.
  @discardableResult public func close() -> StorageError? {
    guard descriptor >= 0 else { return failure }
    flush()
    if reservedEnd > byteCount || isBroken { ftruncate(descriptor, off_t(byteCount)) }
    let result = Glibc.close(descriptor)
    descriptor = -1
    if result != 0, errno != EINTR, failure == nil {
      failure = StorageError(.close, shownPath, error: errno)
    }
    return failure
  }

  /// Gives the file another name. Open or closed.
  /// - Parameter replacing: whether one of that name is replaced.
  func rename(to newPath: FilePath, replacing: Bool) throws(StorageError) {
    let error: Int32 = path.withCString { old in
      newPath.withCString { new in
        if replacing { return Glibc.rename(old, new) == 0 ? 0 : errno }
        let error = crt_rename_new(old, new)
        guard error == EINVAL || error == ENOSYS else { return error }
        // A file system that has no such operation: a second name can't replace anything either.
        guard link(old, new) == 0 else { return errno }
        unlink(old)
        return 0
      }
    }
    if error != 0 { throw StorageError(.rename, newPath, error: error) }
    path = newPath
  }

  /// Removes the file from its directory.
  func remove() { _ = path.withCString { unlink($0) } }

  func setMode(_ mode: mode_t) { fchmod(descriptor, mode) }

  /// Cuts a broken file: what an encoder left unfinished at the end.
  func cut(to byteCount: Int64) { self.byteCount = min(self.byteCount, byteCount) }

  private var writtenEnd: Int64 = 0

  private func put(_ bytes: UnsafeRawPointer, count: Int, at offset: Int64) -> Bool {
    var done = 0
    while done < count {
      let n = pwrite(descriptor, bytes + done, count - done, off_t(offset) + done)
      if n > 0 {
        done += n
        writtenEnd = max(writtenEnd, offset + Int64(done))
      } else if n == 0 || errno != EINTR {
        let error = n == 0 ? EIO : errno
        isBroken = true
        byteCount = min(byteCount, writtenEnd)
        return fail(error)
      }
    }
    return true
  }

  private func fail(_ error: Int32) -> Bool {
    if failure == nil { failure = StorageError(.write, shownPath, error: error) }
    return false
  }
}
