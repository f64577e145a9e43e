import CSndFile
import Glibc
import MixEngine

/// Writes everything but WAV, with libsndfile.
///
/// Its bytes go through an `OutputFile`, which knows better what became of them: of a full disk Ogg
/// says "internal error", and `sf_close` reports nothing at all.
final class SoundFileEncoder: TakeEncoder {
  private var handle: OpaquePointer?
  private let hasHeaderUpdates: Bool
  // It is written to by C code that holds no reference.
  private let file: OutputFile

  init(_ file: OutputFile, format: TakeFormat) throws(TakeError) {
    self.file = file
    hasHeaderUpdates = format.kind.hasHeaderUpdates
    var information = SF_INFO()
    information.samplerate = Int32(format.sampleRate.hertz)
    information.channels = 2
    information.format = format.kind.format(format.encoding)
    var access = SoundFileEncoder.access
    handle = sf_open_virtual(
      &access, Int32(SFM_WRITE), &information, Unmanaged.passUnretained(file).toOpaque())
    guard let handle else {
      if let failure = file.failure { throw .storage(failure) }
      throw .encoder(file.path, String(cString: sf_strerror(nil)))
    }
    setUp(handle, format.kind)
  }

  deinit { close() }

  private func setUp(_ handle: OpaquePointer, _ kind: TakeKind) {
    // Samples are within full scale already; should one not be, it must not wrap.
    sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    // It holds the time of day: the same sound would not give the same file.
    sf_command(handle, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    switch kind {
    // About 224 kbit/s.
    case .ogg: set(SFC_SET_VBR_ENCODING_QUALITY, handle, 0.7)
    case .opus:
      // About 192 kbit/s: 6 to 256 kbit/s a channel are 1 to 0.
      set(SFC_SET_COMPRESSION_LEVEL, handle, 0.64)
      // How much is lost when the process is killed. Vorbis has no such setting.
      set(SFC_SET_OGG_PAGE_LATENCY_MS, handle, 200)
    case .wav, .flac, .aiff, .caf: break
    }
  }

  private func set(_ command: Int, _ handle: OpaquePointer, _ value: Double) {
    var value = value
    sf_command(handle, Int32(command), &value, Int32(MemoryLayout<Double>.size))
  }

  var reason: String { String(cString: sf_strerror(handle)) }

  func write(_ samples: UnsafePointer<Int16>, frameCount: Int) -> Int {
    guard let handle else { return 0 }
    return Int(sf_writef_short(handle, samples, sf_count_t(frameCount)))
  }

  func write(_ samples: UnsafePointer<Int32>, frameCount: Int) -> Int {
    guard let handle else { return 0 }
    return Int(sf_writef_int(handle, samples, sf_count_t(frameCount)))
  }

  func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Int {
    guard let handle else { return 0 }
    return Int(sf_writef_float(handle, samples, sf_count_t(frameCount)))
  }

  func updateHeader(frameCount: Int64) {
    guard let handle, hasHeaderUpdates else { return }
    sf_command(handle, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
  }

  func close() {
    if let handle { sf_close(handle) }
    handle = nil
  }

  // MARK: What libsndfile calls

  private static var access: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { SoundFileEncoder.file($0).byteCount },
      seek: { offset, whence, data in
        let file = SoundFileEncoder.file(data)
        switch whence {
        case SEEK_SET: file.position = offset
        case SEEK_CUR: file.position += offset
        default: file.position = file.byteCount + offset
        }
        return file.position
      },
      read: { bytes, count, data in
        guard let bytes else { return 0 }
        return sf_count_t(SoundFileEncoder.file(data).read(into: bytes, count: Int(count)))
      },
      write: { bytes, count, data in
        guard let bytes else { return 0 }
        return sf_count_t(SoundFileEncoder.file(data).write(bytes, count: Int(count)))
      },
      tell: { SoundFileEncoder.file($0).position })
  }

  private static func file(_ data: UnsafeMutableRawPointer?) -> OutputFile {
    Unmanaged<OutputFile>.fromOpaque(data!).takeUnretainedValue()
  }
}
