import Glibc
import MixTestSupport
import Testing

@testable import MixIO

/// Names of files, and files that are made.
@Suite struct StorageTests {
  static let moment = timespec(tv_sec: 1_700_000_000, tv_nsec: 999_999_999)

  /// A moment's fields in this machine's zone.
  static var fields: tm {
    var seconds = moment.tv_sec
    var time = tm()
    localtime_r(&seconds, &time)
    return time
  }

  static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test func `fields of a name are those of the moment in local time`() {
    let time = Self.fields
    let date = "\(time.tm_year + 1900)-\(Self.two(time.tm_mon + 1))-\(Self.two(time.tm_mday))"
    let clock = "\(Self.two(time.tm_hour)).\(Self.two(time.tm_min)).\(Self.two(time.tm_sec))"
    let pattern = FileNamePattern("%Y-%m-%d/mix %H.%M.%S.wav", base: "/base/")
    #expect(pattern.path(at: Self.moment) == FilePath("/base/\(date)/mix \(clock).wav"))
  }

  @Test(arguments: [
    ("plain.wav", "/b/plain.wav"), ("100%%.wav", "/b/100%.wav"), ("/abs/x.wav", "/abs/x.wav"),
    ("%%Y", "/b/%Y"), ("%s.wav", "/b/1700000000.wav"), ("", "/b/"), ("~x/a", "/b/~x/a"),
    ("a~/b", "/b/a~/b"), ("./x", "/b/./x"),
  ])
  func `a name without a moment is what it says`(_ pattern: String, _ path: String) {
    let pattern = FileNamePattern(FilePath(pattern), base: "/b")
    #expect(pattern.path(at: Self.moment).description == path)
  }

  @Test func `a percent sign in the base is no field`() {
    let pattern = FileNamePattern("%%.wav", base: "/100%Y")
    #expect(pattern.path(at: Self.moment) == "/100%Y/%.wav")
  }

  @Test func `names are the same in every locale`() throws {
    let pattern = FileNamePattern("%B %A %p", base: "/")
    let time = Self.fields
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let path = pattern.path(at: Self.moment).name.description
    #expect(path.hasPrefix(months[Int(time.tm_mon)] + " "))
    #expect(path.hasSuffix(time.tm_hour < 12 ? " AM" : " PM"))
  }

  @Test func `a leading tilde is home`() throws {
    let home = try #require(FilePath.home)
    #expect(FilePath("~/a.wav").expandingHome == home.appending("a.wav"))
    #expect(FilePath("~//a").expandingHome == home.appending("a"))
    #expect(FilePath("~").expandingHome == "~")
    #expect(
      FileNamePattern("~/%%.wav", base: "/b").path(at: Self.moment) == home.appending("%.wav"))
  }

  @Test func `names are any bytes`() throws {
    let directory = try TemporaryDirectory()
    let odd = FilePath(
      bytes: [0xFF, 0xFE, UInt8(ascii: "%"), UInt8(ascii: "%"), 0x80] + ".wav".utf8)
    #expect(odd.ending == "wav")
    let pattern = FileNamePattern(odd, base: FilePath(directory.path))
    let path = pattern.path(at: Self.moment)
    #expect(path.name.bytes == [0xFF, 0xFE, UInt8(ascii: "%"), 0x80] + ".wav".utf8)
    let file = try OutputFile.createNew(path)
    #expect(file.close() == nil)
    #expect(path.withCString { access($0, F_OK) } == 0)
    let second = try OutputFile.createNew(path)
    #expect(second.path.name.bytes == [0xFF, 0xFE, UInt8(ascii: "%"), 0x80] + "-2.wav".utf8)
  }

  @Test(arguments: [
    ("a/b.wav", "a", "b.wav", "wav", "a/b-2.wav"), ("b", ".", "b", "", "b-2"),
    ("/b", "/", "b", "", "/b-2"), (".hidden", ".", ".hidden", "", ".hidden-2"),
    ("a.d/b", "a.d", "b", "", "a.d/b-2"), ("a.b.Wav", ".", "a.b.Wav", "wav", "a.b-2.Wav"),
    ("a/", "a", "", "", "a/-2"),
  ])
  func `a path has a directory, a name and an ending`(
    _ path: String, _ directory: String, _ name: String, _ ending: String, _ second: String
  ) {
    let path = FilePath(path)
    #expect(path.directory.description == directory)
    #expect(path.name.description == name)
    #expect(path.ending == ending)
    #expect(path.inserting(beforeEnding: "-2").description == second)
  }

  @Test func `a new file never replaces one, whatever it is`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("kept", to: "x.wav")
    #expect(symlink("nowhere", directory["x-2.wav"]) == 0)
    #expect(mkdir(directory["x-3.wav"], 0o755) == 0)
    let file = try OutputFile.createNew(FilePath(directory["x.wav"]))
    #expect(file.path.name == "x-4.wav")
    #expect(try directory.text(of: "x.wav") == "kept")
    #expect(access(directory["nowhere"], F_OK) != 0)
  }

  @Test func `two who make the same name at once get two files`() async throws {
    let directory = try TemporaryDirectory()
    let path = FilePath(directory["a/b/take.wav"])
    let names = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        group.addTask {
          try (0..<50).map { _ in try OutputFile.createNew(path).path.name.description }
        }
      }
      return try await group.reduce(into: [String]()) { $0 += $1 }
    }
    #expect(names.count == 200)
    #expect(Set(names).count == 200)
    #expect(
      Set(names) == Set(["take.wav"] + (2...200).map { "take-\($0).wav" }))
  }

  @Test func `missing directories are made, and what can't be made is told`() throws {
    let directory = try TemporaryDirectory()
    let file = try OutputFile.createNew(FilePath(directory["a/b/c/x.wav"]))
    #expect(file.path.description == directory["a/b/c/x.wav"])
    try directory.write("", to: "plain")
    do throws(StorageError) {
      _ = try OutputFile.createNew(FilePath(directory["plain/x/y.wav"]))
      Issue.record("made below a file")
    } catch {
      #expect(error.error == ENOTDIR)
      #expect(error.description.hasPrefix("cannot make the directory \(directory["plain/x"]): "))
    }
  }

  @Test func `bytes are where they were written, and room taken beforehand is given back`() throws {
    let directory = try TemporaryDirectory()
    let file = try OutputFile.createNew(FilePath(directory["x.bin"]))
    var expected: [UInt8] = []
    var generator = SeededGenerator(seed: 11)
    for i in 0..<300 {
      let piece = (0..<Int(generator.next() % 3000) + (i % 50 == 0 ? 90_000 : 0)).map { _ in
        UInt8(truncatingIfNeeded: generator.next())
      }
      if i % 7 == 3, expected.count > 5000 {
        // Goes back, as for a header, and on at the end.
        file.position = 100
        #expect(
          file.write(piece.prefix(40) + [], count: min(40, piece.count)) == min(40, piece.count))
        expected.replaceSubrange(100..<(100 + min(40, piece.count)), with: piece.prefix(40))
        file.position = Int64(expected.count)
      }
      #expect(file.reserve(Int64(piece.count) + 5000))
      #expect(file.write(piece, count: piece.count) == piece.count)
      expected += piece
      #expect(file.byteCount == Int64(expected.count))
    }
    #expect(file.close() == nil)
    let bytes = try directory.bytes(of: "x.bin")
    #expect(bytes.count == expected.count && bytes == expected)
    var information = stat()
    stat(directory["x.bin"], &information)
    #expect(information.st_blocks * 512 < off_t(expected.count) + 65_536)
  }

  @Test func `a device without room says so, and its first error stays`() throws {
    let descriptor = open("/dev/full", O_RDWR)
    try #require(descriptor >= 0)
    let file = OutputFile(descriptor: descriptor, path: "/dev/full")
    let bytes = [UInt8](repeating: 1, count: 100_000)
    _ = file.write(bytes, count: bytes.count)
    file.flush()
    #expect(file.isBroken)
    #expect(file.failure == StorageError(.write, "/dev/full", error: ENOSPC))
    #expect(file.failure?.isFull == true)
    #expect(file.byteCount == 0)
    #expect(file.write(bytes, count: 10) == 0)
    #expect(!file.reserve(10))
    #expect(file.close()?.error == ENOSPC)
    #expect(file.close()?.description == "cannot write /dev/full: No space left on device")
  }
}
