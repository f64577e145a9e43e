import Glibc
import MixTestSupport
import Testing

@testable import MixIO

/// A file gets other bytes in one step.
@Suite struct FileReplaceTests {
  static func problem(_ path: String, _ bytes: [UInt8] = [1]) -> StorageError? {
    do {
      try FilePath(path).replaceContents(with: bytes)
      return nil
    } catch { return error }
  }

  static func status(_ path: String, followsLinks: Bool = false) -> stat {
    var status = stat()
    _ = followsLinks ? stat(path, &status) : lstat(path, &status)
    return status
  }

  @Test(arguments: [0o644, 0o600, 0o664, 0o755] as [mode_t])
  func `the new bytes are there, with the file's permissions, and nothing else`(
    _ mode: mode_t
  ) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(String(repeating: "old\\n", count: 5000), to: "set.toml")
    chmod(path, mode)
    let inode = Self.status(path).st_ino
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    #expect(Self.problem(path, bytes) == nil)
    #expect(try directory.bytes(of: "set.toml") == bytes)
    #expect(Self.status(path).st_mode & 0o7777 == mode)
    // Another file with the same name, so that a reader of the old one has all of it.
    #expect(Self.status(path).st_ino != inode)
    #expect(try directory.names() == ["set.toml"])
  }

  @Test func `a symbolic link goes on leading to the file`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("old", to: "real.toml")
    let link = directory["set.toml"]
    #expect(symlink("real.toml", link) == 0)
    #expect(Self.problem(link, Array("new".utf8)) == nil)
    #expect(Self.status(link).st_mode & S_IFMT == S_IFLNK)
    #expect(try directory.bytes(of: "real.toml") == Array("new".utf8))
    #expect(Self.status(path).st_mode & S_IFMT == S_IFREG)
  }

  @Test func `what can't be replaced is told and left`() throws {
    let directory = try TemporaryDirectory()
    #expect(Self.problem(directory["none.toml"])?.error == ENOENT)
    #expect(Self.problem(directory.path)?.error == EISDIR)
    #expect(Self.problem("/dev/null")?.error == EINVAL)
    // There is no room in the name for the file beside it.
    let long = String(repeating: "n", count: 250) + ".toml"
    let path = try directory.write("old", to: long)
    #expect(Self.problem(path)?.error == ENAMETOOLONG)
    #expect(try directory.bytes(of: long) == Array("old".utf8))
    #expect(try directory.names() == [long])
  }
}
