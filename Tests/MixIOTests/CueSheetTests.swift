import Glibc
import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// Marks of takes, in the sheets beside them.
@Suite struct CueSheetTests {
  /// A recorder with sheets in a directory of its own.
  struct Recording {
    let directory: TemporaryDirectory
    let bench: RecorderBench
    let writer: TakeWriter

    init(
      _ name: String = "take.wav", ringFrameCount: Int = 1 << 17, rate: Int = 48_000,
      in directory: TemporaryDirectory? = nil, maximumFrameCount: Int64? = nil
    ) throws {
      self.directory = try directory ?? TemporaryDirectory()
      var format = try TakeFormat(path: FilePath(name), sampleRate: SampleRate(rate))
      if let maximumFrameCount { format.maximumFrameCount = maximumFrameCount }
      bench = RecorderBench(ringFrameCount: ringFrameCount, rate: rate)
      writer = TakeWriter(
        tap: bench.tap, names: FileNamePattern(FilePath(name), base: FilePath(self.directory.path)),
        format: format, clock: .offline(SampleRate(rate)), hasCueSheet: true)
    }

    func render(_ frameCount: Int) {
      bench.render(frameCount, request: 1000) { writer.drain() }
      writer.finish()
    }

    /// The lines of a sheet without their indents, and without those of its tracks.
    func lines(_ name: String = "take.cue") throws -> [String] {
      try directory.text(of: name).split(separator: "\n").map { line in
        String(line.drop { $0 == " " })
      }.filter { !$0.hasPrefix("TRACK") }
    }
  }

  @Test func `a sheet has a track for the beginning and one for each mark`() throws {
    let recording = try Recording()
    recording.bench.send(.beginTake, at: 100)
    recording.bench.mark(at: 100 + 640)
    recording.bench.mark(at: 100 + 47_999, "Interview")
    recording.bench.mark(at: 100 + 48_000)
    recording.bench.send(.endTake, at: 100_000)
    recording.render(101_000)
    #expect(
      try recording.directory.text(of: "take.cue") == """
        FILE "take.wav" WAVE
          TRACK 01 AUDIO
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Mark 2"
            INDEX 01 00:00:01
          TRACK 03 AUDIO
            TITLE "Interview"
            INDEX 01 00:00:74
          TRACK 04 AUDIO
            TITLE "Mark 4"
            INDEX 01 00:01:00

        """)
    let report = try #require(recording.writer.takeReports().first)
    #expect(report.cueSheet == FilePath(recording.directory["take.cue"]))
    #expect(report.trackCount == 4 && report.leftOutMarkCount == 0)
    #expect(report.cueSheetError == nil && report.isComplete)
  }

  @Test(arguments: [
    ("take.wav", "WAVE"), ("take.flac", "WAVE"), ("take.ogg", "WAVE"), ("take.opus", "WAVE"),
    ("take.caf", "WAVE"), ("take.aiff", "AIFF"),
  ])
  func `the type is one that players know`(_ name: String, _ type: String) throws {
    let recording = try Recording(name)
    recording.bench.send(.beginTake, at: 0)
    recording.render(6400)
    #expect(try recording.lines().first == "FILE \"\(name)\" \(type)")
  }

  @Test func `hours are minutes, and parts of a second are rounded down at any rate`() throws {
    var sheet = CueSheet(of: "/x/a b.wav", kind: .wav, sampleRate: SampleRate(44_100))
    for frame in [587, 588, 44_099, 44_100 * 60, 44_100 * 7321 + 44_099] {
      sheet.add(at: Int64(frame), title: nil)
    }
    let lines = String(decoding: sheet.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "FILE \"a b.wav\" WAVE")
    #expect(
      lines.filter { $0.contains("INDEX") }.map { $0.suffix(9).drop { $0 == " " } } == [
        "00:00:00", "00:00:00", "00:00:01", "00:00:74", "01:00:00", "122:01:74",
      ])
  }

  @Test func `quotes and line ends can't end a title`() throws {
    var sheet = CueSheet(of: "a.wav", kind: .wav, sampleRate: SampleRate(48_000))
    sheet.add(at: 1, title: "say \"hello\"\nINDEX\t02\u{2028}\u{85}é 🎧")
    let lines = String(decoding: sheet.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[4] == "    TITLE \"say 'hello' INDEX 02  é 🎧\"")
    #expect(lines.count == 6)
  }

  @Test func `positions count in the file: splits, pauses and lost frames`() throws {
    let recording = try Recording("take.flac")
    recording.bench.send(.beginTake, at: 0)
    recording.bench.send(.pauseTake, at: 6400)
    recording.bench.mark(at: 9000, "paused")
    recording.bench.send(.resumeTake, at: 20_000)
    recording.bench.mark(at: 26_400, "after the pause")
    recording.bench.send(.splitTake, at: 30_000)
    recording.bench.mark(at: 30_000, "part two")
    recording.bench.mark(at: 36_400, "in part two")
    recording.bench.send(.endTake, at: 50_000)
    recording.render(51_000)
    #expect(
      try recording.lines() == [
        "FILE \"take.flac\" WAVE", "INDEX 01 00:00:00", "TITLE \"paused\"", "INDEX 01 00:00:10",
        "TITLE \"after the pause\"", "INDEX 01 00:00:20",
      ])
    #expect(
      try recording.lines("take-2.cue") == [
        "FILE \"take-2.flac\" WAVE", "TITLE \"part two\"", "INDEX 01 00:00:00",
        "TITLE \"in part two\"", "INDEX 01 00:00:10",
      ])
  }

  @Test func `lost frames are silence in the file, and count`() throws {
    let recording = try Recording(ringFrameCount: 4096)
    recording.bench.send(.beginTake, at: 0)
    recording.bench.mark(at: 6400, "lost")
    recording.bench.render(12_800)
    recording.writer.drain()
    recording.bench.mark(at: 12_800, "heard")
    recording.bench.render(1280)
    recording.writer.finish()
    #expect(
      try recording.lines().suffix(4) == [
        "TITLE \"lost\"", "INDEX 01 00:00:10", "TITLE \"heard\"", "INDEX 01 00:00:20",
      ])
    #expect(try TakeContent(recording.directory["take.wav"]).frameCount == 14_080)
  }

  @Test func `a file that is full goes on in the next one, and so do the marks`() throws {
    let recording = try Recording("take.aiff", maximumFrameCount: 6400)
    recording.bench.send(.beginTake, at: 0)
    recording.bench.mark(at: 3200)
    recording.bench.mark(at: 7040)
    recording.bench.send(.endTake, at: 9600)
    recording.render(10_000)
    #expect(try recording.lines().suffix(2) == ["TITLE \"Mark 2\"", "INDEX 01 00:00:05"])
    #expect(
      try recording.lines("take-2.cue").suffix(2) == ["TITLE \"Mark 2\"", "INDEX 01 00:00:01"])
  }

  @Test func `a sheet keeps 99 tracks, and says how many marks are left out`() throws {
    let recording = try Recording()
    recording.bench.send(.beginTake, at: 0)
    for number in 1...101 { recording.bench.mark(at: Int64(640 * number)) }
    recording.bench.send(.endTake, at: 70_000)
    recording.render(71_000)
    let lines = try recording.lines()
    #expect(lines.suffix(2) == ["TITLE \"Mark 99\"", "INDEX 01 00:01:23"])
    let report = try #require(recording.writer.takeReports().first)
    #expect(report.trackCount == 99 && report.leftOutMarkCount == 3)
  }

  @Test func `a mark with no sound behind it is left out`() throws {
    let recording = try Recording()
    recording.bench.send(.beginTake, at: 0)
    recording.bench.mark(at: 640, "last")
    recording.bench.mark(at: 6400, "at the end")
    recording.bench.send(.endTake, at: 6400)
    recording.render(6400)
    #expect(try recording.lines().last == "INDEX 01 00:00:01")
  }

  @Test func `a take and its sheet have one name, and what is there is never touched`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("mine", to: "take.cue")
    try directory.write("mine too", to: "take-2.wav")
    let recording = try Recording(in: directory)
    for begin in stride(from: 0, to: 2000, by: 1000) {
      recording.bench.send(.beginTake, at: Int64(begin))
      recording.bench.send(.endTake, at: Int64(begin + 100))
    }
    recording.render(3000)
    #expect(
      try directory.names().sorted() == [
        "take-2.wav", "take-3.cue", "take-3.wav", "take-4.cue", "take-4.wav", "take.cue",
      ])
    #expect(try directory.text(of: "take.cue") == "mine")
    #expect(try directory.text(of: "take-2.wav") == "mine too")
    #expect(try recording.lines("take-3.cue").first == "FILE \"take-3.wav\" WAVE")
  }

  @Test func `a take without frames leaves no sheet`() throws {
    let recording = try Recording()
    recording.bench.send(.beginTake, at: 100)
    recording.bench.mark(at: 100, "nothing")
    recording.bench.send(.endTake, at: 100)
    recording.render(1000)
    #expect(try recording.directory.names() == [])
  }

  @Test func `the sheet is whole while the take runs`() throws {
    let recording = try Recording()
    recording.writer.start()
    recording.bench.send(.beginTake, at: 0)
    recording.bench.render(64)
    #expect(waitUntil { (try? recording.lines())?.count == 2 })
    for number in 2...5 {
      recording.bench.mark(at: Int64(64 * number), "mark \(number)")
      recording.bench.render(64)
      recording.bench.render(64)
      #expect(waitUntil { (try? recording.lines())?.contains("TITLE \"mark \(number)\"") == true })
    }
    recording.writer.finish()
    #expect(try recording.lines().count == 10)
  }

  @Test func `a sheet that can't be written costs the take nothing`() throws {
    let recording = try Recording()
    recording.bench.send(.beginTake, at: 0)
    recording.bench.render(640)
    recording.writer.drain()
    #expect(unlink(recording.directory["take.cue"]) == 0)
    recording.bench.mark(at: 640, "lost")
    recording.bench.render(640)
    recording.writer.finish()
    let report = try #require(recording.writer.takeReports().first)
    #expect(report.cueSheetError?.error == ENOENT)
    #expect(report.isComplete && report.frameCount == 1280)
    #expect(try recording.directory.names() == ["take.wav"])
  }
}
