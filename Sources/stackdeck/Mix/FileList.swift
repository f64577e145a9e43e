import Glibc
import MixIO

/// The files that somebody named: directories become what is in them, in natural order.
struct FileList {
  private(set) var files: [FilePath] = []
  /// Files of directories that are no sound.
  private(set) var skipped = 0
  /// Whether a directory was named.
  private(set) var hasDirectory = false
  /// Names that are not there.
  private(set) var missing: [FilePath] = []

  init(_ typed: [FilePath]) {
    for path in typed {
      var information = stat()
      guard path.withCString({ stat($0, &information) }) == 0 else {
        missing.append(path)
        continue
      }
      if information.st_mode & S_IFMT == S_IFDIR {
        hasDirectory = true
        add(directory: path)
      } else {
        files.append(path)
      }
    }
  }

  private mutating func add(directory: FilePath, depth: Int = 0) {
    guard depth < 16, let stream = directory.withCString({ opendir($0) }) else { return }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 256) { pointer in
          Array(
            UnsafeBufferPointer(
              start: pointer,
              count: strlen(UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))))
        }
      }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    closedir(stream)
    for name in names.sorted(by: NaturalOrder.isBefore) {
      var bytes = directory.bytes
      if bytes.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
      let path = FilePath(bytes: bytes + name)
      var information = stat()
      guard path.withCString({ stat($0, &information) }) == 0 else { continue }
      switch information.st_mode & S_IFMT {
      case S_IFDIR: add(directory: path, depth: depth + 1)
      case S_IFREG where Self.endings.contains(path.ending): files.append(path)
      default: skipped += 1
      }
    }
  }

  /// Endings of what is taken out of a directory; a file that is named is tried whatever its ending.
  static let endings: Set<String> = [
    "wav", "wave", "flac", "ogg", "oga", "opus", "mp3", "mp2", "aif", "aiff", "aifc", "au", "caf",
    "w64", "rf64", "snd", "voc",
  ]
}
