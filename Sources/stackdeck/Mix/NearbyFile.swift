import Glibc
import MixEngine
import MixIO

/// What lies in a directory, for those who mistyped a name.
enum NearbyFile {
  /// A file of the same directory whose name is like this one's, as one would type it.
  static func suggestion(for path: FilePath) -> String? {
    var bytes = path.bytes
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { FilePath(bytes: bytes[...$0]) } ?? FilePath(".")
    if let slash { bytes = Array(bytes[(slash + 1)...]) }
    guard let name = String(validating: bytes, as: UTF8.self), !name.isEmpty else { return nil }
    guard let found = NearestName.find(name, in: names(in: directory)) else { return nil }
    return slash.map { FilePath(bytes: path.bytes[...$0]).shown + found } ?? found
  }

  /// Names of a directory's entries that are text and not hidden.
  static func names(in directory: FilePath) -> [String] {
    guard let stream = directory.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { pointer in
          String(
            validating: UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map {
              UInt8(bitPattern: $0)
            }, as: UTF8.self)
        }
      }
      if let name, !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
