import Glibc
import MixEngine

/// The one file that a render makes: under its own name only when it is complete.
///
/// It is written beside its place under a hidden name and renamed at the end, so a render that
/// fails or is killed never costs the file that was there before. Its bytes are the same at every
/// run (but for the serial number of Ogg streams).
///
/// One thread at a time, never the render thread.
public final class RenderedFile {
  public let format: TakeFormat
  private let target: FilePath
  private let isReplacing: Bool
  private let file: TakeFile
  private var isDone = false

  /// - Parameters:
  ///   - path: its ending says the kind of file. A symbolic link is followed.
  ///   - encoding: nil: 24 bits, or the codec's own.
  ///   - replacing: whether a file of that name is replaced; if not, there must be none.
  ///   - ditherSeed: nil: no dither. Integer encodings only.
  public init(
    path: FilePath, encoding: TakeEncoding? = nil, sampleRate: SampleRate,
    replacing: Bool = false, ditherSeed: UInt64? = nil
  ) throws(TakeError) {
    format = try TakeFormat(path: path, encoding: encoding, sampleRate: sampleRate)
    isReplacing = replacing
    var information = stat()
    let exists = path.withCString { lstat($0, &information) } == 0
    if exists, !replacing { throw .storage(StorageError(.create, path, error: EEXIST)) }
    var mode: mode_t?
    if exists, path.withCString({ stat($0, &information) }) == 0 {
      switch information.st_mode & S_IFMT {
      case S_IFREG: mode = information.st_mode & 0o777
      case S_IFDIR: throw .storage(StorageError(.create, path, error: EISDIR))
      default: throw .storage(StorageError(.create, path, error: EEXIST))
      }
    }
    target = exists ? RenderedFile.resolved(path) : path
    let output: OutputFile
    do { output = try OutputFile.createTemporary(beside: target) } catch {
      throw .storage(error)
    }
    if let mode { output.setMode(mode) }
    file = try TakeFile(
      output, format: format, dither: ditherSeed.map { TakeDither(seed: $0) })
  }

  deinit { cancel() }

  /// Frames written so far.
  public var frameCount: Int64 { file.frameCount }
  /// Samples beyond full scale that an integer encoding could not hold.
  public var clippedSampleCount: Int { file.clippedSampleCount }

  /// Writes planar frames.
  public func write(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frameCount: Int
  ) throws(TakeError) {
    try checkLength(frameCount)
    try file.write(left, right, frameCount: frameCount)
  }

  /// Writes interleaved frames.
  public func write(interleaved: UnsafePointer<Float>, frameCount: Int) throws(TakeError) {
    try checkLength(frameCount)
    try file.write(interleaved, frameCount: frameCount)
  }

  /// Completes the file and gives it its name.
  public func finish() throws(TakeError) {
    guard !isDone else { return }
    isDone = true
    if let error = file.close() {
      file.file.remove()
      throw error
    }
    do { try file.file.rename(to: target, replacing: isReplacing) } catch {
      file.file.remove()
      throw .storage(error)
    }
  }

  /// Leaves no file behind; one that was there before stays as it is. After `finish` it does
  /// nothing.
  public func cancel() {
    guard !isDone else { return }
    isDone = true
    _ = file.close()
    file.file.remove()
  }

  private func checkLength(_ frameCount: Int) throws(TakeError) {
    if file.frameCount + Int64(frameCount) > format.maximumFrameCount {
      throw .storage(StorageError(.write, target, error: EFBIG))
    }
  }

  private static func resolved(_ path: FilePath) -> FilePath {
    guard let name = path.withCString({ realpath($0, nil) }) else { return path }
    defer { free(name) }
    return FilePath(cString: name)
  }
}
