import CSndFile
import MixIO

/// A sound file as libsndfile reads it.
struct TakeContent {
  let sampleRate: Int
  let channelCount: Int
  /// libsndfile's number for kind and encoding.
  let format: Int
  /// Frames that the header tells; `Int64.max` where it does not know.
  let toldFrameCount: Int64
  /// Interleaved.
  let samples: [Float]

  var frameCount: Int { samples.count / max(channelCount, 1) }
  var container: Int { format & Int(SF_FORMAT_TYPEMASK) }
  var codec: Int { format & Int(SF_FORMAT_SUBMASK) }

  /// - Throws: `TakeError` with libsndfile's reason.
  init(_ path: FilePath) throws {
    var information = SF_INFO()
    guard let file = path.withCString({ sf_open($0, Int32(SFM_READ), &information) }) else {
      throw TakeError.encoder(path, String(cString: sf_strerror(nil)))
    }
    defer { sf_close(file) }
    sampleRate = Int(information.samplerate)
    channelCount = Int(information.channels)
    format = Int(information.format)
    toldFrameCount = information.frames
    var samples: [Float] = []
    var piece = [Float](repeating: 0, count: 4096 * channelCount)
    while true {
      let count = sf_readf_float(file, &piece, 4096)
      if count <= 0 { break }
      samples += piece[..<(Int(count) * channelCount)]
    }
    self.samples = samples
  }

  /// What the header tells, without reading the samples.
  static func toldFrameCount(_ path: String) throws -> Int64 {
    var information = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &information) else {
      throw TakeError.encoder(FilePath(path), String(cString: sf_strerror(nil)))
    }
    sf_close(file)
    return information.frames
  }

  init(_ path: String) throws { try self.init(FilePath(path)) }
}

/// The greatest difference of two signals, or infinity where their lengths differ.
func greatestDifference(_ a: [Float], _ b: [Float]) -> Float {
  guard a.count == b.count else { return .infinity }
  return zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
}
