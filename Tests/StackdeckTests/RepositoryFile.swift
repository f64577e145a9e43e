import Glibc

/// Files of the source tree that this program must agree with.
enum RepositoryFile {
  /// The directory of the package.
  static let root: String = {
    let parts = #filePath.split(separator: "/")
    return "/" + parts.dropLast(3).joined(separator: "/")
  }()

  /// The text of a file, or nil if there is none.
  static func text(_ path: String) -> String? {
    guard let file = fopen(root + "/" + path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  /// The paths of all Swift files of a directory, relative to the package.
  static func swiftFiles(in directory: String) -> [String] {
    guard let stream = opendir(root + "/" + directory) else { return [] }
    defer { closedir(stream) }
    var paths: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".swift") {
        paths.append(directory + "/" + name)
      } else if !name.contains(".") {
        paths += swiftFiles(in: directory + "/" + name)
      }
    }
    return paths.sorted()
  }
}
