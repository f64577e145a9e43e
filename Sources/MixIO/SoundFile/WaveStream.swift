import Glibc
import MixEngine

/// Writes a stereo WAV to a pipe: standard output.
///
/// A pipe can't go back to the header, so its lengths say "unknown" (0xFFFFFFFF), as sox, ffmpeg
/// and aplay expect it; where the descriptor is a file after all, `finish` puts the true lengths
/// in.
///
/// One thread at a time, never the render thread. A reader that goes away is an error, not a
/// signal.
public final class WaveStream {
  public let encoding: TakeEncoding
  /// Frames written so far.
  public private(set) var frameCount: Int64 = 0
  /// Samples beyond full scale that an integer encoding could not hold.
  public private(set) var clippedSampleCount = 0

  private let descriptor: Int32
  private let name: FilePath
  private let header: WaveHeader
  /// Where the header lies, if it can be written again.
  private let start: off_t?
  private var dither: TakeDither?
  private let floats: UnsafeMutablePointer<Float>
  private let integers: UnsafeMutablePointer<Int32>
  private let bytes: UnsafeMutableRawPointer
  private static let piece = 8192

  /// - Parameters:
  ///   - descriptor: stays open.
  ///   - name: what errors call it.
  ///   - ditherSeed: nil: no dither. Integer encodings only.
  public init(
    descriptor: Int32 = STDOUT_FILENO, name: FilePath = "standard output",
    encoding: TakeEncoding = .pcm24, sampleRate: SampleRate, ditherSeed: UInt64? = nil
  ) throws(TakeError) {
    self.descriptor = descriptor
    self.name = name
    self.encoding = encoding
    dither = encoding == .float ? nil : ditherSeed.map { TakeDither(seed: $0) }
    start = WaveStream.headerPlace(descriptor)
    floats = .allocate(capacity: 2 * WaveStream.piece)
    integers = .allocate(capacity: 2 * WaveStream.piece)
    bytes = .allocate(byteCount: 8 * WaveStream.piece, alignment: 16)
    header = WaveHeader(encoding: encoding, sampleRate: sampleRate)
    try put(header.bytes(frameCount: nil), count: header.byteCount)
  }

  deinit {
    floats.deallocate()
    integers.deallocate()
    bytes.deallocate()
  }

  /// Writes planar frames.
  public func write(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frameCount: Int
  ) throws(TakeError) {
    var done = 0
    while done < frameCount {
      let n = min(frameCount - done, WaveStream.piece)
      Kernel.interleave(left + done, right + done, floats, frameCount: n)
      try write(interleaved: floats, frameCount: n)
      done += n
    }
  }

  /// Writes interleaved frames.
  public func write(interleaved: UnsafePointer<Float>, frameCount: Int) throws(TakeError) {
    var done = 0
    while done < frameCount {
      let n = min(frameCount - done, WaveStream.piece)
      let from = interleaved + 2 * done
      switch encoding {
      case .float: try put(from, count: 8 * n)
      case .pcm16, .pcm24:
        let bits = encoding == .pcm16 ? 16 : 24
        encode(from, bits: bits, count: 2 * n)
        try put(bytes, count: WaveBytes.pack(integers, bits: bits, count: 2 * n, into: bytes))
      }
      self.frameCount += Int64(n)
      done += n
    }
  }

  /// Puts the true lengths in, where that is possible.
  public func finish() throws(TakeError) {
    guard let start else { return }
    let bytes = header.bytes(frameCount: frameCount)
    if pwrite(descriptor, bytes, bytes.count, start) != bytes.count { throw failure(errno) }
  }

  /// To integers in the upper bits of 32.
  private func encode(_ source: UnsafePointer<Float>, bits: Int, count: Int) {
    if let clips = dither?.encode(source, bits: bits, into: integers, count: count) {
      clippedSampleCount += clips
    } else if bits == 24 {
      clippedSampleCount += Kernel.encode24(
        channel: 0, of: 1, source, into: integers, frameCount: count)
    } else {
      let shorts = bytes.assumingMemoryBound(to: Int16.self)
      clippedSampleCount += Kernel.encode16(
        channel: 0, of: 1, source, into: shorts, frameCount: count)
      for i in 0..<count { integers[i] = Int32(shorts[i]) << 16 }
    }
  }

  private func put(_ bytes: UnsafeRawPointer, count: Int) throws(TakeError) {
    RenderThread.assertIsNotCurrent()
    var ignored = sigset_t(), before = sigset_t()
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &ignored, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var done = 0
    while done < count {
      let n = Glibc.write(descriptor, bytes + done, count - done)
      if n > 0 {
        done += n
        continue
      }
      let error = n == 0 ? EIO : errno
      switch error {
      case EINTR: continue
      case EAGAIN:
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      default:
        // The signal waits for this thread alone: it is taken before it is let through again.
        var none = timespec()
        if error == EPIPE, sigismember(&before, SIGPIPE) == 0 {
          sigtimedwait(&ignored, nil, &none)
        }
        throw failure(error)
      }
    }
  }

  private func failure(_ error: Int32) -> TakeError {
    .storage(StorageError(.write, name, error: error))
  }

  private static func headerPlace(_ descriptor: Int32) -> off_t? {
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    // Where all writing goes to the end, so would the header.
    guard fcntl(descriptor, F_GETFL) & O_APPEND == 0 else { return nil }
    let place = lseek(descriptor, 0, SEEK_CUR)
    return place >= 0 ? place : nil
  }
}
