import MixSession

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Files of the repository.
enum ShippedFile {
  /// The repository's directory, from where this file lies.
  static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  static func bytes(_ path: String) throws -> [UInt8] {
    guard let file = fopen("\(root)/\(path)", "rb") else { throw Missing(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  /// The sessions in configs/, with their directory.
  static func sessions() -> [String] { list("configs") + list("configs/demo") }

  /// The maps of controllers, with their directory.
  static func maps() -> [String] { list("configs/controllers") }

  private static func list(_ path: String) -> [String] {
    guard let directory = opendir("\(root)/\(path)") else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".toml") { names.append("\(path)/\(name)") }
    }
    return names.sorted()
  }

  struct Missing: Error {
    let path: String
  }
}
