import Glibc
import MixIO

/// The shipped sessions: where they are, what they are called.
///
/// Looked for in this order; the first directory that exists is taken:
/// 1. `$STACKDECK_SHARE`
/// 2. `../share/stackdeck` of the directory where the program's file is
/// 3. `configs` in a directory above the program's file: the source tree in which it was built
/// 4. `configs` in the working directory
///
/// A directory `configs` inside of the first two is preferred to themselves.
struct ConfigsDirectory {
  /// One shipped session.
  struct Session {
    /// The file's name without `.toml`.
    let name: String
    let path: FilePath
    /// The text of the file.
    let bytes: [UInt8]

    /// The first comment, without its mark; empty if the file does not begin with one.
    var summary: String {
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
      guard line.first == UInt8(ascii: "#") else { return "" }
      return ShownText.of(Array(line.dropFirst().drop { $0 == UInt8(ascii: " ") }))
    }
  }

  let path: FilePath

  /// - Parameters:
  ///   - variable: The value of `STACKDECK_SHARE`.
  ///   - program: The absolute path of the program's file.
  /// - Returns: nil if there is no such directory.
  static func find(
    variable: [UInt8]? = Environment.bytes(of: "STACKDECK_SHARE"),
    program: FilePath? = programPath
  ) -> ConfigsDirectory? {
    candidates(variable.map { FilePath(bytes: $0) }, program).first(where: isDirectory)
      .map(ConfigsDirectory.init)
  }

  /// All sessions in the order of their names. What cannot be read is left out.
  func sessions() -> [Session] {
    guard let stream = path.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if FilePath(bytes: name).ending == "toml" { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { name in
      let file = path.appending(FilePath(bytes: name))
      guard let bytes = Self.contents(of: file) else { return nil }
      return Session(name: ShownText.of(Array(name.dropLast(5))), path: file, bytes: bytes)
    }
  }

  /// Where this program's file is.
  private static var programPath: FilePath? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = buffer.withUnsafeMutableBytes { bytes in
      readlink(
        "/proc/self/exe", bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return length > 0 ? FilePath(bytes: buffer[..<length]) : nil
  }

  private static func candidates(_ variable: FilePath?, _ program: FilePath?) -> [FilePath] {
    var candidates: [FilePath] = []
    func add(_ directory: FilePath) { candidates += [directory.appending("configs"), directory] }
    if let variable { add(variable) }
    if let program {
      add(program.directory.appending("../share/stackdeck"))
      var directory = program.directory
      while directory.directory != directory, directory.isAbsolute {
        directory = directory.directory
        candidates.append(directory.appending("configs"))
      }
    }
    return candidates + ["configs"]
  }

  private static func isDirectory(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func contents(of path: FilePath) -> [UInt8]? {
    guard let file = path.withCString({ fopen($0, "re") }) else { return nil }
    defer { fclose(file) }
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return ferror(file) == 0 ? all : nil }
      all += chunk[..<count]
    }
  }
}
