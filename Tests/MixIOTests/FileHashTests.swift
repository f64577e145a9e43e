import Glibc
import MixTestSupport
import Testing

@testable import MixIO

/// Files known by their content.
struct FileHashTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func sha256(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hex(hash.finish())
  }

  /// The examples of FIPS 180-4.
  static let examples = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test(arguments: examples)
  func `the hash function is that of the standard`(text: String, hash: String) {
    #expect(Self.sha256(Array(text.utf8)) == hash)
  }

  @Test func `bytes may come in pieces of any size`() {
    var random = SeededGenerator(seed: 1)
    let bytes = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
    for _ in 0..<50 {
      var hash = SHA256(), at = 0
      while at < bytes.count {
        let count = min(.random(in: 0...200, using: &random), bytes.count - at)
        hash.update(Array(bytes[at..<(at + count)]))
        at += count
      }
      #expect(Self.hex(hash.finish()) == Self.sha256(bytes))
    }
  }

  private func hash(_ bytes: [UInt8], _ name: String = "file") throws -> String? {
    try directory.write(bytes: bytes, to: name)
    return FileHash(of: FilePath(directory[name]))?.text
  }

  @Test(arguments: [0, 1, 16_384, 16_385, 262_144])
  func `a small file is read whole, its size before it`(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let count = (0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - 8 * $0)) }
    #expect(try hash(bytes) == String(Self.sha256(count + bytes).prefix(32)))
  }

  @Test func `of a long file pieces are read, from its first byte to its last`() throws {
    var bytes = [UInt8](repeating: 0, count: 1_000_003)
    let before = try hash(bytes)
    #expect(before?.utf8.count == 32)
    #expect(try hash(bytes, "other name") == before)
    let second = (1_000_003 - 16_384) / 15
    for place in [0, 16_383, second, second + 16_383, 1_000_002] {
      bytes[place] = 1
      #expect(try hash(bytes) != before, "\(place)")
      bytes[place] = 0
    }
    // Between the pieces nobody looks.
    bytes[16_384] = 1
    #expect(try hash(bytes) == before)
    #expect(try hash(bytes + [0]) != before)
  }

  @Test func `what could not be read again has none`() throws {
    #expect(FileHash(of: FilePath(directory["missing"])) == nil)
    #expect(FileHash(of: FilePath(directory.path)) == nil)
    #expect(mkfifo(directory["fifo"], 0o600) == 0)
    #expect(FileHash(of: FilePath(directory["fifo"])) == nil)
  }

  @Test func `lines are in the file when they are flushed, and no file is replaced`() throws {
    let path = FilePath(directory["lines"])
    let file = try LineFile(creating: path)
    file.append("one\n")
    #expect(try directory.text(of: "lines") == "")
    file.append("two\n")
    file.flush()
    #expect(try directory.text(of: "lines") == "one\ntwo\n")
    file.append("three\n")
    file.close()
    file.close()
    #expect(try directory.text(of: "lines") == "one\ntwo\nthree\n")
    #expect(file.failure == nil)
    #expect(throws: StorageError(.create, path, error: EEXIST)) {
      _ = try LineFile(creating: path)
    }
    let other = try LineFile(creating: FilePath(directory["other"]))
    other.append("nothing came of it\n")
    other.remove()
    #expect(access(directory["other"], F_OK) != 0)
  }
}
