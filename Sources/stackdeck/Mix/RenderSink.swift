import MixEngine
import MixIO

/// Where a render's main output goes: a file, standard output, or nowhere.
final class RenderSink {
  private enum Target {
    case nothing
    case file(RenderedFile)
    case stream(WaveStream)
  }

  private let target: Target

  init(
    _ place: OutputPlace?, _ encoding: TakeEncoding?, _ rate: SampleRate, dither: UInt64?,
    mayReplace: Bool
  ) throws(TakeError) {
    switch place {
    case .file(let path, _):
      target = .file(
        try RenderedFile(
          path: path, encoding: encoding, sampleRate: rate,
          replacing: mayReplace, ditherSeed: dither))
    case .standardOutput:
      target = .stream(
        try WaveStream(encoding: encoding ?? .pcm24, sampleRate: rate, ditherSeed: dither))
    default: target = .nothing
    }
  }

  var clippedSampleCount: Int {
    switch target {
    case .nothing: 0
    case .file(let file): file.clippedSampleCount
    case .stream(let stream): stream.clippedSampleCount
    }
  }

  /// Whether writing takes long enough for a thread of its own.
  var isSlow: Bool {
    if case .nothing = target { false } else { true }
  }

  func write(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frameCount: Int
  ) throws(TakeError) {
    switch target {
    case .nothing: break
    case .file(let file): try file.write(left, right, frameCount: frameCount)
    case .stream(let stream): try stream.write(left, right, frameCount: frameCount)
    }
  }

  func finish() throws(TakeError) {
    switch target {
    case .nothing: break
    case .file(let file): try file.finish()
    case .stream(let stream): try stream.finish()
    }
  }

  /// What is said of an output that can't be written.
  static func problem(_ error: TakeError, _ place: OutputPlace?) -> Problem {
    if case .file(let path, _) = place, error.isExistingFile {
      return Problem("\(path.shown) exists", help: "--force replaces it")
    }
    return Problem(error.description, help: error.help)
  }
}

extension TakeError {
  /// Whether the file is there and may not be touched.
  var isExistingFile: Bool {
    if case .storage(let error) = self { error.error == 17 } else { false }
  }

  /// Whether another command line would do.
  var isUsersMistake: Bool {
    if case .storage = self { isExistingFile } else { true }
  }
}
