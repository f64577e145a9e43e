import MixIO
import MixTestSupport
import Testing

/// A disk that gets full costs the end of the take and nothing else.
@Suite struct TakeFullDiskTests {
  static let cases: [(kind: TakeKind, encoding: String)] = TakeKind.allCases.flatMap { kind in
    kind.encodings.isEmpty ? [(kind, "own")] : kind.encodings.map { (kind, $0.rawValue) }
  }

  @Test(arguments: cases)
  func `a full disk leaves whole files with exactly the frames that are told`(
    _ kind: TakeKind, _ encoding: String
  ) throws {
    let directory = try TemporaryDirectory()
    let rig = Command.product("take-rig").program, name = "take.\(kind.rawValue)"
    // Lossy codecs need longer for a megabyte.
    let frames = kind.encodings.isEmpty ? 4_800_000 : 960_000
    // The disk is gone when the command has ended, so the files are brought out of it.
    let script = """
      cd "$1" && "$0" \(name) \(encoding) \(frames) noise split=\(frames - 48_000) >../report &&
      touch full 2>../touch; cp -- *.\(kind.rawValue) ..
      """
    let result = try Command(
      Rigs.path("with-small-disk"),
      ["1m", directory["disk"], "sh", "-c", script, rig, directory["disk"]]
    ).run()
    if result.status == 77 {
      try Test.cancel("no small disk here: \(result.errors)")
    }
    #expect(result.status == 0, "\(result.errors)")
    let reports = try directory.text(of: "report").split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    #expect(reports.count == 2)
    let first = try #require(reports.first)
    #expect(first.count == 4)
    #expect(first[0] == name)
    let held = try #require(Int(first[1])), missing = try #require(Int(first[2]))
    #expect(held > 40_000)
    #expect(missing > 0)
    #expect(held + missing == frames - 48_000)
    #expect(first[3] == "cannot write \(name): No space left on device")
    let content = try TakeContent(directory[name])
    #expect(content.frameCount == held)
    #expect(content.toldFrameCount == held)
    // The next file was tried too: it has what the rest of the disk held, or is not there.
    for report in reports.dropFirst() where report[0] != "-" {
      #expect(try TakeContent(directory[report[0]]).frameCount == Int(report[1]))
    }
    #expect(try directory.names().filter { $0.hasSuffix(kind.rawValue) }.count <= 2)
  }

  @Test func `free space is that of the nearest directory that exists`() throws {
    let directory = try TemporaryDirectory()
    let here = try #require(FreeSpace.byteCount(in: FilePath(directory.path)))
    #expect(here > 0)
    let below = FreeSpace.byteCount(in: FilePath(directory["not/there/yet"]))
    // Others write meanwhile.
    #expect(abs((below ?? 0) - here) < 1 << 30)
    #expect(FreeSpace.byteCount(in: "") != nil)
    #expect(FreeSpace.byteCount(in: FilePath(directory["x"] + "\u{0}y")) != nil)
  }
}
