import Foundation
import MixTestSupport
import Testing

/// Cue sheets beside the takes of a session, rendered and run.
@Suite struct CueSheetSoundTests {
  private let bench: MixBench

  init() throws {
    bench = try MixBench()
    try bench.write(TestSound.noise(96_000, seed: 31), to: "a.wav")
  }

  private static let session = """
    [session]
    name = "Episode 12"
    events = [
      { at = 0, to = "recorder.episode.mark", value = "Welcome" },
      { at = 0.5, to = "recorder.episode.mark", value = "Interview" },
      { at = 1.011, to = "recorder.episode.mark" },
      { at = 1.5, to = "recorder.episode.split" },
      { at = 1.75, to = "recorder.episode.mark", value = "He said \\"no\\"" },
    ]
    [player.a]
    file = "a.wav"
    [recorder.episode]
    file = "episode-12.flac"
    cue_sheet = true

    """

  private static let first = """
    FILE "episode-12.flac" WAVE
      TRACK 01 AUDIO
        TITLE "Welcome"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "Interview"
        INDEX 01 00:00:37
      TRACK 03 AUDIO
        TITLE "Mark 3"
        INDEX 01 00:01:00

    """

  private static let second = """
    FILE "episode-12-2.flac" WAVE
      TRACK 01 AUDIO
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "He said 'no'"
        INDEX 01 00:00:18

    """

  @Test func `a render's marks are in the sheets, and its JSON names them`() throws {
    try bench.write(Self.session)
    let result = try bench.run("render", "set.toml", "--json", "-q")
    #expect(result.status == 0 && result.errors == "")
    #expect(try bench.directory.text(of: "episode-12.cue") == Self.first)
    #expect(try bench.directory.text(of: "episode-12-2.cue") == Self.second)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let takes = try #require(json["takes"] as? [[String: Any]])
    let sheets = takes.compactMap { $0["cue_sheet"] as? String }
    #expect(sheets.map { $0.split(separator: "/").last } == ["episode-12.cue", "episode-12-2.cue"])
  }

  @Test func `a run has the same sheets`() throws {
    try bench.write(Self.session)
    let result = try bench.run("run", "set.toml", "-o", "null")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("recorder.episode: episode-12.flac, 0:01.5, episode-12.cue\n"))
    #expect(try bench.directory.text(of: "episode-12.cue") == Self.first)
    #expect(try bench.directory.text(of: "episode-12-2.cue") == Self.second)
  }

  @Test func `marks of a performance are kept with their titles, and played back`() throws {
    try bench.write(
      "[player.a]\nfile = \"a.wav\"\n[recorder.episode]\nfile = \"take.wav\"\ncue_sheet = true\n")
    try bench.write(
      """
      {"frame":24001,"to":"recorder.episode.mark","value":"He said \\"no\\"\\n"}
      {"frame":48000,"to":"recorder.episode.mark"}
      {"frame":90000,"end":true}

      """, to: "by-hand.events")
    let played = try bench.run(
      "run", "set.toml", "-o", "null", "--events", "by-hand.events", "--write-events",
      "kept.events")
    #expect(played.status == 0, "\(played.errors)")
    let marks = try bench.directory.text(of: "kept.events").split(separator: "\n").filter {
      $0.contains(".mark")
    }
    #expect(
      marks == [
        #"{"frame":24001,"to":"recorder.episode.mark","value":"He said \"no\"\n"}"#,
        #"{"frame":48000,"to":"recorder.episode.mark"}"#,
      ])
    let rendered = try bench.run("render", "set.toml", "--events", "kept.events", "-q")
    #expect(rendered.status == 0 && rendered.errors == "")
    let sheet = try bench.directory.text(of: "take.cue")
    #expect(sheet.contains("TITLE \"He said 'no' \"\n    INDEX 01 00:00:37\n"))
    #expect(sheet.contains("TITLE \"Mark 3\"\n    INDEX 01 00:01:00\n"))
    #expect(
      try bench.directory.text(of: "take-2.cue")
        == sheet.replacing("take.wav", with: "take-2.wav"))
  }

  @Test func `a button marks several takes at once, without a title or with its entry's`() throws {
    var hands = MIDIPerformance()
    hands.tap(39, at: 24_000)
    hands.tap(40, at: 48_640)
    try bench.directory.write(bytes: hands.bytes, to: "hands.mid")
    try bench.write(
      """
      [player.a]
      file = "a.wav"
      [recorder.one]
      cue_sheet = true
      [recorder.two]
      cue_sheet = true
      [midi]
      map = [
        { note = 39, to = ["recorder.one.mark", "recorder.two.mark"] },
        { note = 40, to = "recorder.two.mark", value = "Jingle" },
      ]
      """)
    let result = try bench.run("render", "set.toml", "--midi-file", "hands.mid", "-q")
    #expect(result.status == 0 && result.errors == "")
    let one = try bench.directory.text(of: "one.cue")
    #expect(
      one == """
        FILE "one.wav" WAVE
          TRACK 01 AUDIO
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Mark 2"
            INDEX 01 00:00:37

        """)
    #expect(
      try bench.directory.text(of: "two.cue") == one.replacing("one.wav", with: "two.wav")
        + "  TRACK 03 AUDIO\n    TITLE \"Jingle\"\n    INDEX 01 00:01:01\n")
  }

  @Test func `marks without a take, and too many of them, are told once`() throws {
    let many = (1...100).map { "{ at = \(Double($0) / 100), to = \"recorder.t.mark\" }," }
    try bench.write(
      """
      [session]
      events = [
        \(many.joined(separator: "\n  "))
        { at = 1.5, to = "recorder.t.record", value = false },
        { at = 1.6, to = "recorder.t.mark", value = "too late" },
      ]
      [player.a]
      file = "a.wav"
      [recorder.t]
      cue_sheet = true
      """)
    let result = try bench.run("render", "set.toml")
    #expect(result.status == 0)
    // Without what became of the take, and of the render.
    let told = result.errors.split(separator: "\n").filter { !$0.contains("0:0") }.joined(
      separator: "\n")
    #expect(
      told == """
        warning: recorder.t: t.cue has 99 tracks, which is the most; 2 more marks are left out
        help: recorder.t.split begins the next file
        warning: recorder.t: a mark was left out, since nothing was recorded
        help: recorder.t.record begins a take
        """)
  }

  @Test func `without cue_sheet marks are warned of, and there is no sheet`() throws {
    try bench.write(Self.session.replacing("cue_sheet = true\n", with: ""))
    let result = try bench.run("render", "set.toml")
    #expect(result.status == 0)
    #expect(
      result.errors.hasPrefix(
        "set.toml:4:18: warning: recorder episode has no cue_sheet\n"), "\(result.errors)")
    #expect(result.errors.contains("cue_sheet = true under [recorder.episode] keeps its marks"))
    #expect(result.errors.components(separatedBy: "warning:").count == 2)
    #expect(try !bench.directory.names().contains { $0.hasSuffix(".cue") })
  }
}
