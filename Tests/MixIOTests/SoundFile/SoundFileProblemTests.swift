import Glibc
import MixEngine
import MixIO
import MixTestSupport
import Testing

@Suite struct SoundFileProblemTests {
  private let directory: TemporaryDirectory
  private let pool = FileReaderPool(mode: .inline)

  init() throws { directory = try TemporaryDirectory() }

  private func problem(_ path: String, _ pool: FileReaderPool? = nil) -> SoundFileProblem? {
    do {
      _ = try (pool ?? self.pool).open(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `each thing that is no sound file says so`() throws {
    #expect(problem(directory["nothing.wav"]) == .notFound)
    #expect(problem(directory["nothing.wav"] + "/below.wav") == .notFound)
    #expect(problem("") == .notFound)
    #expect(problem("a\0b.wav") == .notFound)
    #expect(problem(directory.path) == .isDirectory)
    #expect(problem(try directory.write("", to: "empty.wav")) == .isEmpty)
    #expect(problem("/dev/null") == .isEmpty)
    try TestSoundFile.write([[], []], to: directory["header.wav"], TestSoundFile.kind("wav 16"))
    #expect(problem(directory["header.wav"]) == .isEmpty)
    let text = problem(try directory.write("dear diary, today", to: "diary.wav"))
    guard case .notSoundFile(let reason) = text else {
      Issue.record("\(String(describing: text))")
      return
    }
    #expect(!reason.isEmpty)
    #expect(reason.last != ".")
    #expect(text?.message == "not a sound file: " + reason)
  }

  @Test(
    arguments: [
      ("song.m4a", Array("\0\0\0\u{20}ftypM4A \0\0\0\0".utf8), "AAC"),
      ("song.m4a", Array("\0\0\0\u{20}ftypM4A \0\0\0\0M4A isomalac".utf8), "ALAC in MP4"),
      ("song.mp4", Array("nonsense in it, ending says it".utf8), "AAC"),
      ("song.AAC", Array("nonsense in it, ending says it".utf8), "AAC"),
      ("song", [0xFF, 0xF1, 0x50, 0x80, 0, 0x1F, 0xFC, 1, 2, 3], "AAC"),
      ("song.wma", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6], "WMA"),
      ("song.webm", [0x1A, 0x45, 0xDF, 0xA3, 1, 2, 3, 4], "Matroska or WebM"),
      ("song.ape", Array("MAC nothing else".utf8), "Monkey's Audio"),
    ] as [(String, [UInt8], String)])
  func `kinds that can't be read are named`(name: String, bytes: [UInt8], kind: String) throws {
    let found = problem(try directory.write(bytes: bytes, to: name))
    #expect(found == .unsupported(kind: kind))
    #expect(found?.message == kind + " can't be read")
  }

  @Test func `a file that may not be read says so`() async throws {
    let path = directory["locked.wav"]
    try TestSoundFile.write([[0.5, 0.5]], to: path, TestSoundFile.kind("wav 16"))
    chmod(directory.path, 0o755)
    chmod(path, 0)
    // Root may read everything, so somebody else tries.
    let reached = setenv("STACKDECK_TEST_PATH", path, 1)
    #expect(reached == 0)
    await #expect(processExitsWith: .exitCode(7)) {
      if geteuid() == 0 { seteuid(65534) }
      let path = String(cString: getenv("STACKDECK_TEST_PATH"))
      do {
        _ = try FileReaderPool(mode: .inline).open(path: path)
        exit(1)
      } catch {
        exit(error as? SoundFileProblem == .permissionDenied ? 7 : 2)
      }
    }
  }

  @Test func `names of any bytes are opened`() throws {
    let path = directory["plain.wav"]
    try TestSoundFile.write(
      [Signals.constant(0.5, 100)], to: path, TestSoundFile.kind("wav 16"))
    let odd = Array(directory.path.utf8) + Array("/".utf8) + [0xFF, 0xC3, 0x28, 0x0A, 0x20]
    let status = (odd + [0]).withUnsafeBytes {
      rename(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self))
    }
    #expect(status == 0)
    let file = try pool.open(path: odd)
    #expect(file.length == 100)
    #expect(file.path == odd)
  }

  @Test func `title and artist are told`() throws {
    for name in ["wav 16", "flac 16", "ogg", "opus", "mp3", "aiff 16"] {
      let kind = TestSoundFile.kind(name)
      let path = directory["a.\(kind.ending)"]
      try TestSoundFile.write(
        [Signals.constant(0.5, 48_000)], to: path, kind, title: "Träume", artist: "Wir")
      let info = try pool.open(path: path).info
      #expect(info?.title == "Träume", "\(name)")
      #expect(info?.artist == "Wir", "\(name)")
    }
  }

  @Test func `a released file's descriptor is closed`() throws {
    let path = directory["a.wav"]
    try TestSoundFile.write([Signals.constant(0.5, 48_000)], to: path, TestSoundFile.kind("wav 16"))
    for mode in [FileReaderPool.Mode.inline, .threads] {
      let pool = FileReaderPool(mode: mode)
      func isOpen() -> Bool {
        (0..<256).contains { descriptor in
          var name = [CChar](repeating: 0, count: 4096)
          let count = readlink("/proc/self/fd/\(descriptor)", &name, 4095)
          guard count > 0 else { return false }
          return name[..<count].map { UInt8(bitPattern: $0) } == Array(path.utf8)
        }
      }
      do {
        let file = try pool.open(path: path)
        #expect(isOpen())
        withExtendedLifetime(file) {}
      }
      #expect(waitUntil { !isOpen() })
    }
  }
}
