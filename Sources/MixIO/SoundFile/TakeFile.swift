import CSndFile
import Glibc
import MixEngine

/// One sound file that is being written.
///
/// Integer samples are rounded and clipped here, never by libsndfile, which lets them wrap unless
/// told. Before every piece there is made sure that the file can still be closed: a disk that gets
/// full costs the piece, not the file.
///
/// One thread at a time, never the render thread.
final class TakeFile {
  let format: TakeFormat
  let file: OutputFile
  /// Frames that were written.
  private(set) var frameCount: Int64 = 0
  /// Samples beyond full scale that an integer encoding could not hold.
  private(set) var clippedSampleCount = 0

  private var handle: OpaquePointer?
  /// Bytes before the first frame, where frames lie in the file as they are.
  private var headerByteCount: Int64 = 0
  private var dither: TakeDither?
  // Room for one piece: 32-bit samples, and the floats of planar or silent ones.
  private let integers: UnsafeMutablePointer<Int32>
  private let floats: UnsafeMutablePointer<Float>
  private static let piece = 4096
  /// Bytes that any encoder may still hold back when it is closed.
  private static let closingByteCount: Int64 = 1 << 18

  /// Takes over a new, empty file. If that fails, the file is closed and removed.
  init(_ file: OutputFile, format: TakeFormat, dither: TakeDither? = nil) throws(TakeError) {
    self.file = file
    self.format = format
    self.dither = dither
    integers = .allocate(capacity: 2 * TakeFile.piece)
    floats = .allocate(capacity: 2 * TakeFile.piece)
    var information = SF_INFO()
    information.samplerate = Int32(format.sampleRate.hertz)
    information.channels = 2
    information.format = format.kind.format(format.encoding)
    var access = TakeFile.access
    handle = sf_open_virtual(
      &access, Int32(SFM_WRITE), &information, Unmanaged.passUnretained(file).toOpaque())
    guard let handle, file.reserve(TakeFile.closingByteCount) else {
      let error = failure()
      if let handle { sf_close(handle) }
      handle = nil
      file.close()
      file.remove()
      throw error
    }
    setUp(handle)
  }

  deinit {
    if let handle { sf_close(handle) }
    file.close()
    integers.deallocate()
    floats.deallocate()
  }

  private func setUp(_ handle: OpaquePointer) {
    set(SFC_SET_CLIPPING, handle, true)
    // It holds the time of day: the same sound would not give the same file.
    set(SFC_SET_ADD_PEAK_CHUNK, handle, false)
    switch format.kind {
    case .wav: set(SFC_RF64_AUTO_DOWNGRADE, handle, true)
    // About 224 kbit/s.
    case .ogg: set(SFC_SET_VBR_ENCODING_QUALITY, handle, 0.7)
    case .opus:
      // About 192 kbit/s: 6 to 256 kbit/s a channel are 1 to 0.
      set(SFC_SET_COMPRESSION_LEVEL, handle, 0.64)
      // How much is lost when the process is killed.
      set(SFC_SET_OGG_PAGE_LATENCY_MS, handle, 200)
    case .flac, .aiff, .caf: break
    }
  }

  private func set(_ command: Int, _ handle: OpaquePointer, _ isOn: Bool) {
    sf_command(handle, Int32(command), nil, Int32(isOn ? SF_TRUE : SF_FALSE))
  }

  private func set(_ command: Int, _ handle: OpaquePointer, _ value: Double) {
    var value = value
    sf_command(handle, Int32(command), &value, Int32(MemoryLayout<Double>.size))
  }

  /// Writes interleaved frames.
  func write(_ samples: UnsafePointer<Float>, frameCount: Int) throws(TakeError) {
    var done = 0
    while done < frameCount {
      let isDirect = format.encoding == .float || format.encoding == nil
      let n = min(frameCount - done, isDirect ? format.kind.chunk : TakeFile.piece)
      let from = samples + 2 * done
      switch format.encoding {
      case .float, nil:
        try put(n) { sf_writef_float($0, from, sf_count_t(n)) }
      case .pcm24:
        clippedSampleCount +=
          dither?.encode(from, bits: 24, into: integers, count: 2 * n)
          ?? Kernel.encode24(channel: 0, of: 1, from, into: integers, frameCount: 2 * n)
        try put(n) { sf_writef_int($0, integers, sf_count_t(n)) }
      case .pcm16:
        guard dither != nil else {
          let clips = try withShorts(n) { shorts in
            Kernel.encode16(channel: 0, of: 1, from, into: shorts, frameCount: 2 * n)
          }
          clippedSampleCount += clips
          break
        }
        clippedSampleCount += dither?.encode(from, bits: 16, into: integers, count: 2 * n) ?? 0
        try put(n) { sf_writef_int($0, integers, sf_count_t(n)) }
      }
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
      let l = left + done, r = right + done
      if format.encoding == .pcm16, dither == nil {
        clippedSampleCount += try withShorts(n) { Kernel.encode16(l, r, $0, frameCount: n) }
      } else {
        Kernel.interleave(l, r, floats, frameCount: n)
        try write(floats, frameCount: n)
      }
      done += n
    }
  }

  /// Writes interleaved 16-bit frames.
  func write(_ samples: UnsafePointer<Int16>, frameCount: Int) throws(TakeError) {
    var done = 0
    while done < frameCount {
      let n = min(frameCount - done, format.kind.chunk)
      let from = samples + 2 * done
      try put(n) { sf_writef_short($0, from, sf_count_t(n)) }
      done += n
    }
  }

  func writeSilence(frameCount: Int) throws(TakeError) {
    floats.update(repeating: 0, count: 2 * TakeFile.piece)
    var done = 0
    while done < frameCount {
      let n = min(frameCount - done, TakeFile.piece)
      try write(floats, frameCount: n)
      done += n
    }
  }

  /// Makes what was written so far outlive this process, as far as the kind of file allows.
  func update() {
    guard let handle else { return }
    if format.kind.hasHeaderUpdates { sf_command(handle, Int32(SFC_UPDATE_HEADER_NOW), nil, 0) }
    file.flush()
  }

  /// Completes the file. Returns the first error there was, which has not spoilt what was written
  /// before.
  func close() -> TakeError? {
    if let handle { sf_close(handle) }
    handle = nil
    return file.close().map { .storage($0) }
  }

  /// Reuses the room of 32-bit samples for 16-bit ones and writes them.
  private func withShorts(
    _ frameCount: Int, _ encode: (UnsafeMutablePointer<Int16>) -> Int
  ) throws(TakeError) -> Int {
    let shorts = UnsafeMutableRawPointer(integers).assumingMemoryBound(to: Int16.self)
    let clips = encode(shorts)
    try put(frameCount) { sf_writef_short($0, shorts, sf_count_t(frameCount)) }
    return clips
  }

  private func put(_ count: Int, _ body: (OpaquePointer) -> sf_count_t) throws(TakeError) {
    // No encoder makes more of a frame than 8 bytes.
    guard let handle, file.reserve(Int64(8 * count) + TakeFile.closingByteCount) else {
      throw failure()
    }
    let written = body(handle)
    guard written == count, !file.isBroken else {
      countAfterFailure(written)
      throw failure()
    }
    frameCount += Int64(count)
    if let bytes = format.encoding?.frameByteCount, format.kind.hasHeaderUpdates {
      headerByteCount = file.byteCount - frameCount * Int64(bytes)
    }
  }

  /// Some of the frames that were taken before may have been in the buffer still.
  private func countAfterFailure(_ written: sf_count_t) {
    guard let bytes = format.encoding?.frameByteCount, format.kind.hasHeaderUpdates else {
      frameCount += max(written, 0)
      return
    }
    guard headerByteCount > 0 else { return }
    frameCount = max(0, file.byteCount - headerByteCount) / Int64(bytes)
    file.cut(to: headerByteCount + frameCount * Int64(bytes))
  }

  private func failure() -> TakeError {
    if let failure = file.failure { return .storage(failure) }
    return .encoder(file.path, String(cString: sf_strerror(handle)))
  }

  // MARK: What libsndfile calls

  private static var access: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { TakeFile.file($0).byteCount },
      seek: { offset, whence, data in
        let file = TakeFile.file(data)
        switch whence {
        case SEEK_SET: file.position = offset
        case SEEK_CUR: file.position += offset
        default: file.position = file.byteCount + offset
        }
        return file.position
      },
      read: { bytes, count, data in
        guard let bytes else { return 0 }
        return sf_count_t(TakeFile.file(data).read(into: bytes, count: Int(count)))
      },
      write: { bytes, count, data in
        guard let bytes else { return 0 }
        return sf_count_t(TakeFile.file(data).write(bytes, count: Int(count)))
      },
      tell: { TakeFile.file($0).position })
  }

  private static func file(_ data: UnsafeMutableRawPointer?) -> OutputFile {
    Unmanaged<OutputFile>.fromOpaque(data!)._withUnsafeGuaranteedRef { $0 }
  }
}
