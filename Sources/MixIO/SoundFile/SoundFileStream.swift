import CSndFile
import Glibc

/// The bytes of a FIFO, as libsndfile reads a file: it may look back at the beginning, until it has
/// understood the header, but not ahead.
///
/// One thread reads; `cancel` wakes it from another.
final class SoundFileStream: @unchecked Sendable {
  /// As much of the beginning as is kept: room for large pictures in tags.
  private static let headCapacity = 1 << 22

  private let descriptor: Int32
  /// Readable once reading is to end.
  private let cancelled: Int32
  private let canceller: Int32
  private var head: [UInt8] = []
  /// Bytes that came from the descriptor so far.
  private var consumed = 0
  /// Where libsndfile wants to read next.
  private var position = 0
  /// While the header is being read, a place far ahead counts as the end of the file.
  var isOpening = true
  private(set) var lastError: Int32 = 0

  /// Takes the descriptor over.
  init?(descriptor: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.descriptor = descriptor
    (cancelled, canceller) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(cancelled)
    close(canceller)
  }

  /// Any thread: reading ends now, as at the end of the file.
  func cancel() {
    var byte: UInt8 = 0
    _ = write(canceller, &byte, 1)
  }

  func seek(_ offset: Int, _ origin: Int32) -> Int {
    let wanted: Int
    switch origin {
    case SEEK_SET: wanted = offset
    case SEEK_CUR: wanted = position + offset
    default: return -1
    }
    // Nothing is read before somebody wants it: libsndfile goes far ahead only to come back.
    guard wanted >= 0, wanted >= consumed || wanted <= head.count else { return -1 }
    position = wanted
    return position
  }

  func read(_ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    var done = 0
    if position > consumed, !skip(to: position) { return 0 }
    while done < count {
      if position < head.count {
        let n = min(head.count - position, count - done)
        head.withUnsafeBytes {
          bytes.advanced(by: done).copyMemory(
            from: $0.baseAddress! + position, byteCount: n)
        }
        done += n
        position += n
      } else {
        guard position == consumed else { return done }
        let n = receive(bytes + done, count - done)
        if n <= 0 { return done }
        done += n
        position += n
      }
    }
    return done
  }

  private func skip(to place: Int) -> Bool {
    if isOpening, place - consumed > 1 << 16 { return false }
    var scrap = [UInt8](repeating: 0, count: 4096)
    while consumed < place {
      let n = scrap.withUnsafeMutableBytes {
        receive($0.baseAddress!, min(4096, place - consumed))
      }
      if n <= 0 { return false }
    }
    return true
  }

  /// Waits for bytes. 0: the end, or cancelled.
  private func receive(_ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    while true {
      var polled = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: cancelled, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&polled, 2, -1) < 0 {
        if errno == EINTR { continue }
        lastError = errno
        return 0
      }
      if polled[1].revents != 0 { return 0 }
      let n = Glibc.read(descriptor, bytes, count)
      if n < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        lastError = errno
        return 0
      }
      if n > 0, consumed == head.count, head.count + n <= Self.headCapacity, isOpening {
        head.append(
          contentsOf: UnsafeRawBufferPointer(start: bytes, count: n))
      }
      consumed += n
      return n
    }
  }

  /// The first bytes, as far as they were read.
  var firstBytes: [UInt8] { Array(head.prefix(65536)) }

  /// The callbacks for `sf_open_virtual`; their user data is the stream, unretained.
  static var callbacks: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      // Not known; libsndfile then believes the header.
      get_filelen: { _ in sf_count_t.max },
      seek: { offset, origin, user in
        sf_count_t(SoundFileStream.from(user).seek(Int(offset), origin))
      },
      read: { bytes, count, user in
        guard let bytes else { return 0 }
        return sf_count_t(SoundFileStream.from(user).read(bytes, Int(count)))
      },
      write: { _, _, _ in 0 },
      tell: { user in sf_count_t(SoundFileStream.from(user).position) })
  }

  private static func from(_ user: UnsafeMutableRawPointer?) -> SoundFileStream {
    Unmanaged<SoundFileStream>.fromOpaque(user!).takeUnretainedValue()
  }
}
