import Glibc

/// A new directory that vanishes, with all that is in it, when it is released.
public final class TemporaryDirectory: Sendable {
  /// The absolute path, short enough for sockets below it.
  public let path: String

  public init() throws {
    var template = Array("/tmp/stackdeck-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandError(what: "make a temporary directory", error: errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    _ = try? Command("rm", ["-rf", path]).run()
  }

  /// The path of `name` in this directory.
  public subscript(name: String) -> String { path + "/" + name }

  /// Writes a file, replacing one of that name.
  /// - Returns: Its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(bytes: Array(text.utf8), to: name)
  }

  /// Writes a file, replacing one of that name.
  /// - Returns: Its path.
  @discardableResult
  public func write(bytes: [UInt8], to name: String) throws -> String {
    guard let file = fopen(self[name], "w") else {
      throw CommandError(what: "write \(self[name])", error: errno)
    }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else {
      throw CommandError(what: "write \(self[name])", error: errno)
    }
    return self[name]
  }

  /// The bytes of a file in this directory.
  public func bytes(of name: String) throws -> [UInt8] {
    guard let file = fopen(self[name], "r") else {
      throw CommandError(what: "read \(self[name])", error: errno)
    }
    defer { fclose(file) }
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return all }
      all += chunk[..<count]
    }
  }

  /// The text of a file in this directory.
  public func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  /// The names of what is in this directory, sorted.
  public func names() throws -> [String] {
    guard let stream = opendir(path) else {
      throw CommandError(what: "list \(path)", error: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
