import Glibc
import MixEngine
import MixSession
import Testing

/// Sends as they are heard: a tone that goes nowhere itself, and a bus that gets it.
struct SendTests {
  struct Setting: Sendable, CustomTestStringConvertible {
    let strip: String
    let bus: String
    /// What main has, as factors of full scale.
    let left: Double
    let right: Double

    init(_ strip: String, _ left: Double) { self.init(strip, "", left) }

    init(_ strip: String, _ bus: String, _ left: Double, right: Double? = nil) {
      self.strip = strip
      self.bus = bus
      self.left = left
      self.right = right ?? left
    }

    var testDescription: String { "\(strip) \(bus)".replacing("\n", with: ", ") }
  }

  private static func session(_ strip: String, _ bus: String = "", more: String = "") -> String {
    """
    [oscillator.tone]
    frequency = 1000
    to = "none"
    \(strip)
    [bus.echo]
    \(bus)
    \(more)
    """
  }

  static func gain(_ decibels: Double) -> Double { pow(10, decibels / 20) }

  private static let pre = "point = \"pre\""

  static let settings = [
    Setting("sends = { echo = 0 }", 1), Setting("sends = { echo = -6 }", gain(-6)),
    Setting("sends = { echo = -inf }", 0), Setting("", 0),
    Setting("trim = -24\nsends = { echo = 12 }", gain(-12)),
    Setting("sends = { echo = -6 }", "gain = -3", gain(-9)),
    Setting("sends = { main = -4 }", "to = \"none\"", gain(-4)),
    Setting("sends = { main = -6, echo = -6 }", 2 * gain(-6)),
    // Behind the fader.
    Setting("gain = -5\nsends = { echo = -6 }", gain(-11)),
    Setting("mute = true\nsends = { echo = 0 }", 0),
    Setting("balance = 1\nsends = { echo = -6 }", "", 0, right: gain(-6)),
    Setting("crossfade = \"right\"\nsends = { echo = 0 }", "[crossfader]\nposition = -1", 0),
    // Before it, but behind trim and effects.
    Setting("gain = -5\nsends = { echo = -6 }", pre, gain(-6)),
    Setting("gain = -inf\nsends = { echo = 0 }", pre, 1),
    Setting("mute = true\nsends = { echo = -6 }", pre, gain(-6)),
    Setting("balance = 1\nsends = { echo = -6 }", pre, gain(-6)),
    Setting(
      "crossfade = \"right\"\nsends = { echo = 0 }", pre + "\n[crossfader]\nposition = -1", 1),
    Setting("trim = -8\nsends = { echo = 0 }", pre, gain(-8)),
    Setting(
      "effects = \"d\"\nsends = { echo = 0 }",
      pre + "\n[effect.d]\ntype = \"duck\"\nlisten = \"cue\"\nforce = true\nattack_ms = 1",
      gain(-12)),
  ]

  private func expect(
    _ out: (left: [Float], right: [Float]), _ left: Double, _ right: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    // 48 frames are a period: the peak is a frame's.
    for (side, level) in [(out.left, left), (out.right, right)] {
      #expect(abs(Double(side.peak) - level) < 1e-5 * max(level, 1), sourceLocation: sourceLocation)
      if level == 0 { #expect(side.allSatisfy { $0 == 0 }, sourceLocation: sourceLocation) }
    }
  }

  @Test(arguments: settings) func `a bus gets what the send lets through`(_ setting: Setting) throws
  {
    let rendered = try RenderedSession(Self.session(setting.strip, setting.bus))
    _ = rendered.render(4800)
    expect(rendered.render(4800), setting.left, setting.right)
  }

  @Test func `the strip's own way is the same with a send and without, to the bit`() throws {
    func main(_ sends: String) throws -> [Float] {
      try RenderedSession(
        "[oscillator.tone]\ngain = -3\nbalance = 0.3\n\(sends)\n[bus.echo]\nto = \"none\""
      ).render(4800).right
    }
    #expect(try main("") == main("sends = { echo = -6 }"))
    #expect(try main("") == main("sends = { echo = -6 }\n[bus.more]\nsends = { echo = 0 }"))
  }

  @Test func `a bus sends on what it got, and nobody hears what no output plays`() throws {
    let rendered = try RenderedSession(
      Self.session(
        "sends = { echo = -6 }", "sends = { room = -6 }\nto = \"none\"", more: "[bus.room]"))
    _ = rendered.render(4800)
    expect(rendered.render(4800), Self.gain(-12), Self.gain(-12))
    let silent = try RenderedSession(Self.session("sends = { echo = -6 }", "to = \"none\""))
    expect(silent.render(4800), 0, 0)
  }

  @Test func `a level moves in lines of 5 ms, and an event moves it over a time`() throws {
    let rendered = try RenderedSession(Self.session("sends = { echo = -inf }"))
    var out = rendered.render(4800).left
    #expect(out.allSatisfy { $0 == 0 })
    rendered.set("oscillator.tone.sends.echo", 0)
    out += rendered.render(4800).left
    #expect(abs(out[(4800 + 240)...].map { $0 }.peak - 1) < 1e-5)
    let steps = zip(out, out.dropFirst()).map { abs($1 - $0) }
    #expect(steps.max()! < Float(2 * Double.pi * 1000 / 48_000 + 1.0 / 240))

    let moved = try RenderedSession(
      "[session]\nevents = [\n  { at = 0.1, to = \"oscillator.tone.sends.echo\", value = -6, "
        + "over = 0.2 },\n]\n" + Self.session(""))
    #expect(moved.nodes.contains("oscillator.tone.sends.echo"))
    #expect(moved.render(4800).left.allSatisfy { $0 == 0 })
    let rising = moved.render(9600).left
    let halves = (rising[..<4800].map { $0 }.peak, rising[4800...].map { $0 }.peak)
    #expect(halves.0 > 0 && halves.0 < halves.1)
    _ = moved.render(480)
    expect(moved.render(4800), Self.gain(-6), Self.gain(-6))
  }

  @Test func `a send that nothing names and nothing moves is not there`() throws {
    let rendered = try RenderedSession(Self.session(""))
    #expect(!rendered.nodes.contains { $0.contains("sends") })
    guard case .failure(let problem) = rendered.build.target("oscillator.tone.sends.echo") else {
      Issue.record("a target without a fader")
      return
    }
    #expect(problem == .unconnected("oscillator.tone.sends.echo"))
    #expect(
      problem.message == "nothing goes along oscillator.tone.sends.echo in this session")
    #expect(problem.help == "name it under its strip: sends = { echo = -inf }")
  }

  @Test func `what others move is there`() throws {
    var options = SessionBuilder.Options()
    options.movedAddresses = ["oscillator.tone.sends.echo", "oscillator.tone.sends.nobody"]
    let rendered = try RenderedSession(Self.session(""), options)
    #expect(
      rendered.nodes.filter { $0.contains("sends") } == ["oscillator.tone.sends.echo"])
    guard
      case .success(.parameter(let level, _)) = rendered.build.target(
        "oscillator.tone.sends.echo")
    else {
      Issue.record("no target")
      return
    }
    #expect(level.wanted == -.infinity)
    level.set(-6)
    _ = rendered.render(4800)
    expect(rendered.render(4800), Self.gain(-6), Self.gain(-6))
  }

  @Test func `what others move never closes a circle`() throws {
    var options = SessionBuilder.Options()
    options.movedAddresses = ["bus.echo.sends.room", "bus.room.sends.echo"]
    let rendered = try RenderedSession(Self.session("", more: "[bus.room]"), options)
    #expect(rendered.nodes.filter { $0.contains("sends") } == ["bus.echo.sends.room"])
  }

  @Test func `a controller moves a send and shows it`() throws {
    let text = """
      \(Self.session(""))
      [midi]
      map = [
        { cc = 1, to = "oscillator.tone.sends.echo" },
        { cc = 2, from = "oscillator.tone.sends.echo" },
      ]
      """
    let rendered = try RenderedSession(text)
    let map = rendered.build.midiMap(rendered.build.plan.midi) { _, _ in }
    #expect(map.sections[0].entries.count == 2)
    guard case .move(let targets) = map.sections[0].entries[0].task,
      case .show(let reading) = map.sections[0].entries[1].task
    else {
      Issue.record("other entries")
      return
    }
    #expect(targets.map(\.address) == ["oscillator.tone.sends.echo"])
    rendered.set("oscillator.tone.sends.echo", -9)
    #expect(reading.value() == -9)
  }

  @Test func `the program copies what the strip gave, and fades it into the bus`() throws {
    let expected = """
      push    oscillator.tone
      fader   oscillator.tone    0 dB, balance 0
      copy    0
      raise   1
      fader   oscillator.tone.sends.echo -6 dB
      fader   bus.echo           0 dB, balance 0
      mix     2
      fader   bus.main           0 dB, balance 0
      output  main
      pop     1
      """
    #expect(
      try ListingTests.listing("[oscillator.tone]\nsends = { echo = -6 }\n[bus.echo]") == expected)
  }
}
