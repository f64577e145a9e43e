import MixSession
import TOML
import Testing

struct PlaySessionTests {
  private func plan(of session: PlaySession) throws -> SessionPlan {
    let bytes = Array(session.text.utf8)
    #expect(TOML.parse(bytes, version: .v1_0).isValid)
    let read = SessionReader.read(bytes: bytes, file: "play", paths: session.paths)
    #expect(read.diagnostics.map(\.text) == [])
    return try #require(read.plan)
  }

  @Test func `two files stand on both sides of the crossfader, the second one waits`() throws {
    let plan = try plan(of: PlaySession(files: [SessionPath("a.mp3"), SessionPath("b.mp3")]))
    let a = try #require(plan.strip(named: "a")), b = try #require(plan.strip(named: "b"))
    #expect(a.player?.file?.value.text == "a.mp3")
    #expect(a.player?.start.value == .auto)
    #expect(a.crossfade.value == .left)
    #expect(b.player?.file?.value.text == "b.mp3")
    #expect(b.player?.start.value == .manual)
    #expect(b.crossfade.value == .right)
    #expect(plan.crossfader?.curve.value == .additive)
    #expect(plan.crossfader?.parameters.first?.value.value == -1)
    #expect(plan.recorders.isEmpty)
    #expect(plan.events.isEmpty)
  }

  @Test func `the text is the one that a person would write`() {
    let session = PlaySession(
      files: ["a.mp3", "b.mp3", "c.mp3"].map { SessionPath($0) }, recording: .named,
      handovers: [.init(at: 192.5, over: 8)])
    let expected = """
      # Two decks, one after the other: what `stackdeck play` plays.
      # Run: stackdeck run FILE, where FILE is this text.

      [session]
      events = [
        { at = 192.5, to = "player.b.play", value = true },
        { at = 192.5, to = "crossfader.position", value = 1, over = 8 },
      ]

      [player.a]
      file = "a.mp3"
      crossfade = "left"

      [player.b]
      file = "b.mp3"
      crossfade = "right"
      start = "manual"      # waits until it is told

      # then, each into the deck that is free:
      #   "c.mp3"

      [crossfader]
      position = -1         # -1 only a, 0 both, 1 only b
      curve = "additive"    # both are full in the middle

      [recorder.take]
      file = "stackdeck-%Y%m%d-%H%M%S.wav"

      """
    #expect(session.text == expected)
  }

  @Test func `one file needs no crossfader`() throws {
    let plan = try plan(of: PlaySession(files: [SessionPath("a.mp3")]))
    #expect(plan.crossfader == nil)
    #expect(plan.strips.map(\.address) == ["player.a", "bus.main"])
  }

  @Test(arguments: [
    "a \"b\".mp3", "C:\\x.wav", "tab\there", "line\nend.wav", "größe ♪.flac", "'single'.wav",
    "bell\u{7}.wav", "del\u{7F}.wav", "# no comment.wav", "~/Music/a.mp3", "-o",
  ])
  func `a name comes through as it is`(_ name: String) throws {
    let plan = try plan(
      of: PlaySession(files: [SessionPath(name), SessionPath("b"), SessionPath(name)]))
    #expect(plan.strip(named: "a")?.player?.file?.value == SessionPath(name))
  }

  @Test func `a name that is not UTF-8 comes beside the text`() throws {
    let path = SessionPath(bytes: [0x61, 0xE9, 0x2E, 0x6D, 0x70, 0x33])
    let session = PlaySession(files: [SessionPath("a.mp3"), path], recording: .file(path))
    #expect(session.paths["player.b.file"] == path)
    let plan = try plan(of: session)
    #expect(plan.strip(named: "b")?.player?.file?.value == path)
    #expect(plan.recorders.first?.file.value == path)
  }

  @Test func `a per cent sign in the take's name is no field`() throws {
    let plan = try plan(
      of: PlaySession(
        files: [SessionPath("a.mp3")], recording: .file(SessionPath("100%.wav"))))
    #expect(plan.recorders[0].file.value.text == "100%%.wav")
  }
}
