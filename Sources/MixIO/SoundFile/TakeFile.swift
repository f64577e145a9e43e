import Glibc
import MixEngine

/// One sound file that is being written.
///
/// Samples are rounded, dithered and clipped here; an encoder gets what the file holds. Before every
/// piece there is made sure that the file can still be closed: a disk that gets full costs the
/// piece, not the file.
///
/// One thread at a time, never the render thread.
final class TakeFile {
  let format: TakeFormat
  let file: OutputFile
  /// Frames that were written. Of codecs with a memory the last ones are missing after an error.
  private(set) var frameCount: Int64 = 0
  /// Samples beyond full scale that an integer encoding could not hold.
  private(set) var clippedSampleCount = 0

  private let encoder: any TakeEncoder
  /// Bytes before the first frame, where frames lie in the file as they are.
  private var headerByteCount: Int64 = 0
  private var dither: TakeDither?
  // Room for one piece: 32-bit samples, and the floats of planar or silent ones. Pieces are small:
  // a full disk costs the last one, and Vorbis puts all of it on the stack.
  private let integers: UnsafeMutablePointer<Int32>
  private let floats: UnsafeMutablePointer<Float>
  private static let piece = 8192
  /// More than the bytes that any encoder still holds back when it is closed.
  private static let closingByteCount: Int64 = 1 << 18

  /// Takes over a new, empty file. If that fails, the file is closed and removed.
  init(_ file: OutputFile, format: TakeFormat, dither: TakeDither? = nil) throws(TakeError) {
    self.file = file
    self.format = format
    self.dither = dither
    do throws(TakeError) {
      encoder =
        format.kind == .wav
        ? WaveEncoder(file, format: format) : try SoundFileEncoder(file, format: format)
      if !file.reserve(TakeFile.closingByteCount), let failure = file.failure {
        encoder.close()
        throw .storage(failure)
      }
    } catch {
      file.close()
      file.remove()
      throw error
    }
    integers = .allocate(capacity: 2 * TakeFile.piece)
    floats = .allocate(capacity: 2 * TakeFile.piece)
  }

  deinit {
    encoder.close()
    file.close()
    integers.deallocate()
    floats.deallocate()
  }

  /// Writes interleaved frames.
  func write(_ samples: UnsafePointer<Float>, frameCount: Int) throws(TakeError) {
    var done = 0
    while done < frameCount {
      let n = min(frameCount - done, TakeFile.piece)
      try writePiece(samples + 2 * done, frameCount: n)
      done += n
    }
  }

  /// Writes planar frames.
  func write(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frameCount: Int
  ) throws(TakeError) {
    var done = 0
    while done < frameCount {
      let n = min(frameCount - done, TakeFile.piece)
      if format.encoding == .pcm16, dither == nil {
        clippedSampleCount += Kernel.encode16(left + done, right + done, shorts, frameCount: n)
        try put(shorts, frameCount: n)
      } else {
        Kernel.interleave(left + done, right + done, floats, frameCount: n)
        try writePiece(floats, frameCount: n)
      }
      done += n
    }
  }

  /// Writes interleaved 16-bit frames.
  func write(_ samples: UnsafePointer<Int16>, frameCount: Int) throws(TakeError) {
    var done = 0
    while done < frameCount {
      let n = min(frameCount - done, TakeFile.piece)
      let from = samples + 2 * done
      switch format.encoding {
      case .pcm16: try put(from, frameCount: n)
      case .pcm24:
        for i in 0..<2 * n { integers[i] = Int32(from[i]) << 16 }
        try put(integers, frameCount: n)
      case .float, nil:
        for i in 0..<2 * n { floats[i] = Float(from[i]) * 0x1p-15 }
        try put(floats, frameCount: n)
      }
      done += n
    }
  }

  func writeSilence(frameCount: Int) throws(TakeError) {
    var done = 0
    while done < frameCount {
      let n = min(frameCount - done, TakeFile.piece)
      floats.update(repeating: 0, count: 2 * n)
      try writePiece(floats, frameCount: n)
      done += n
    }
  }

  /// Makes what was written so far outlive this process, as far as the kind of file allows.
  func update() {
    encoder.updateHeader(frameCount: frameCount)
    file.flush()
  }

  /// Completes the file. Returns the first error there was, which has not spoilt what was written
  /// before.
  func close() -> TakeError? {
    encoder.updateHeader(frameCount: frameCount)
    encoder.close()
    return file.close().map { .storage($0) }
  }

  // MARK: Pieces

  /// The room of 32-bit samples, for 16-bit ones.
  private var shorts: UnsafeMutablePointer<Int16> {
    UnsafeMutableRawPointer(integers).assumingMemoryBound(to: Int16.self)
  }

  private func writePiece(
    _ samples: UnsafePointer<Float>, frameCount: Int
  ) throws(TakeError) {
    let count = 2 * frameCount
    switch format.encoding {
    case .float, nil:
      try put(samples, frameCount: frameCount)
    case .pcm24:
      clippedSampleCount +=
        dither?.encode(samples, bits: 24, into: integers, count: count)
        ?? Kernel.encode24(channel: 0, of: 1, samples, into: integers, frameCount: count)
      try put(integers, frameCount: frameCount)
    case .pcm16:
      if let clips = dither?.encode(samples, bits: 16, into: integers, count: count) {
        clippedSampleCount += clips
        try put(integers, frameCount: frameCount)
      } else {
        clippedSampleCount += Kernel.encode16(
          channel: 0, of: 1, samples, into: shorts, frameCount: count)
        try put(shorts, frameCount: frameCount)
      }
    }
  }

  private func put(_ samples: UnsafePointer<Int16>, frameCount: Int) throws(TakeError) {
    try makeRoom(frameCount)
    try count(encoder.write(samples, frameCount: frameCount), of: frameCount)
  }

  private func put(_ samples: UnsafePointer<Int32>, frameCount: Int) throws(TakeError) {
    try makeRoom(frameCount)
    try count(encoder.write(samples, frameCount: frameCount), of: frameCount)
  }

  private func put(_ samples: UnsafePointer<Float>, frameCount: Int) throws(TakeError) {
    try makeRoom(frameCount)
    try count(encoder.write(samples, frameCount: frameCount), of: frameCount)
  }

  private func makeRoom(_ frameCount: Int) throws(TakeError) {
    let bytes = frameCount * format.kind.maximumFrameByteCount(format.encoding)
    if !file.reserve(Int64(bytes) + TakeFile.closingByteCount) { throw failure() }
  }

  private func count(_ written: Int, of count: Int) throws(TakeError) {
    let frameByteCount = format.kind.hasHeaderUpdates ? format.encoding?.frameByteCount : nil
    if written == count, !file.isBroken {
      frameCount += Int64(count)
      if let bytes = frameByteCount { headerByteCount = file.byteCount - frameCount * Int64(bytes) }
      return
    }
    if let bytes = frameByteCount {
      // Some of the frames that were taken before may have been in the buffer still.
      if headerByteCount > 0 {
        frameCount = max(0, file.byteCount - headerByteCount) / Int64(bytes)
        file.cut(to: headerByteCount + frameCount * Int64(bytes))
      }
    } else {
      frameCount += Int64(max(written, 0))
    }
    throw failure()
  }

  private func failure() -> TakeError {
    if let failure = file.failure { return .storage(failure) }
    return .encoder(file.path, encoder.reason)
  }
}
