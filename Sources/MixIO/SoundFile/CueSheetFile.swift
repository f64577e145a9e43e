import Glibc
import MixEngine

/// The cue sheet beside a take that is being written. It is whole at any moment: each time it is
/// replaced in one step.
///
/// One thread at a time, never the render thread. After an error it stays as it is.
final class CueSheetFile {
  let path: FilePath
  private(set) var sheet: CueSheet
  private(set) var failure: StorageError?
  private var isStale = false

  /// Takes over a new, empty file.
  init(_ file: OutputFile, _ sheet: CueSheet) {
    path = file.path
    self.sheet = sheet
    let bytes = sheet.bytes
    _ = bytes.withUnsafeBytes { file.write($0.baseAddress!, count: $0.count) }
    failure = file.close()
  }

  /// Adds a mark; it is in the file after the next `update`.
  func add(at frame: Int64, title: String?) {
    sheet.add(at: frame, title: title)
    isStale = true
  }

  /// Brings the file up to date.
  func update() {
    guard isStale, failure == nil else { return }
    isStale = false
    do { try path.replaceContents(with: sheet.bytes) } catch { failure = error }
  }

  /// Completes it: the take has so many frames.
  func end(at frameCount: Int64) {
    if sheet.end(at: frameCount) { isStale = true }
    update()
  }

  func remove() { _ = path.withCString { unlink($0) } }
}
