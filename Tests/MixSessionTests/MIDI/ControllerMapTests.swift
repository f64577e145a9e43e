import MixEngine
import MixSession
import TOML
import Testing

/// The maps in configs/controllers, against what the makers' charts say of their controls. The charts
/// are written here anew: rules for the numbers of each kind of control, and what each then moves.
@Suite struct ControllerMapTests {
  /// A control that a chart has, and what it is to move.
  struct Place: Hashable, CustomStringConvertible {
    var control: MIDIControl
    /// 1…16; nil: any.
    var channel: Int?
    var layer: String?
    var to: String

    var description: String {
      "\(control.text) channel \(channel.map(String.init) ?? "any")"
        + "\(layer.map { " layer " + $0 } ?? "") → \(to)"
    }
  }

  /// One device.
  struct Chart: CustomTestStringConvertible, Sendable {
    let name: String
    let connect: [String]
    let decks: [String]
    let places: @Sendable () -> [Place]
    /// What a deck has and the device has no control for.
    var lacks: Set<String> = []

    var testDescription: String { name }
    var path: String { "configs/controllers/\(name).toml" }
  }

  static let four = ["a", "b", "c", "d"]

  /// A session with all that shipped maps know.
  static func session() throws -> SessionPlan {
    try plan(
      four.map { "[player.\($0)]\ncrossfade = \"left\"\n" }.joined() + """
        [crossfader]
        [recorder.take]
        [bus.fx]
        effects = ["filter", "echo"]
        [effect.filter]
        type = "lowpass"
        [effect.echo]
        type = "delay"
        """)
  }

  /// The same word of the four players, for controls that stand side by side.
  static func row(
    _ kind: MIDIControl.Kind, from number: Int, _ channel: Int?, _ word: String,
    layer: String? = nil
  ) -> [Place] {
    row(kind, [number, number + 1, number + 2, number + 3], channel, word, layer: layer)
  }

  static func row(
    _ kind: MIDIControl.Kind, _ numbers: [Int], _ channel: Int?, _ word: String,
    layer: String? = nil
  ) -> [Place] {
    zip(numbers, four).map {
      Place(
        control: MIDIControl(kind, $0), channel: channel, layer: layer, to: "player.\($1).\(word)")
    }
  }

  static func one(
    _ kind: MIDIControl.Kind, _ number: Int, _ channel: Int?, _ to: String, layer: String? = nil
  ) -> Place {
    Place(control: MIDIControl(kind, number), channel: channel, layer: layer, to: to)
  }

  static let charts = [
    // Factory scene: faders 0–7, knobs 16–23, S 32–39, M 48–55, R 64–71; play 41, stop 42, rewind 43,
    // forward 44, record 45, cycle 46; track 58, 59; marker set 60, back 61, on 62. Channel 1.
    Chart(
      name: "nanokontrol2", connect: ["nanoKONTROL2"], decks: four,
      places: {
        row(.cc, from: 0, 1, "gain") + row(.cc, from: 16, 1, "trim")
          + row(.cc, from: 32, 1, "restart") + row(.cc, from: 48, 1, "mute")
          + row(.cc, from: 64, 1, "play")
          + row(.cc, from: 16 + 4, 1, "balance") + row(.cc, from: 32 + 4, 1, "loop")
          + row(.cc, from: 48 + 4, 1, "loop_in") + row(.cc, from: 64 + 4, 1, "loop_out")
          + [
            one(.cc, 6, 1, "crossfader.position"), one(.cc, 7, 1, "bus.main.gain"),
            one(.cc, 43, 1, "crossfader.position"), one(.cc, 44, 1, "crossfader.position"),
            one(.cc, 42, 1, "session.stop"), one(.cc, 41, 1, "session.fade"),
            one(.cc, 45, 1, "recorder.take.record"), one(.cc, 46, 1, "player.a.loop"),
            one(.cc, 60, 1, "player.b.loop"), one(.cc, 58, 1, "player.a.stop"),
            one(.cc, 59, 1, "player.b.stop"), one(.cc, 61, 1, "player.c.stop"),
            one(.cc, 62, 1, "player.d.stop"),
          ]
      }),
    // Pads: row 0 (the lowest) to 7, note = 8 × row + column; below 64 + n; right 82 + n; SHIFT 98;
    // faders cc 48 + n, the ninth 56. Channel 1.
    Chart(
      name: "apc-mini", connect: ["APC MINI"], decks: four,
      places: {
        let rows = ["play", "stop", "restart", "mute", "loop", "loop_in", "loop_out"]
        let pads = rows.enumerated().flatMap { row(.note, from: 8 * $0.offset, 1, $0.element) }
        return pads + row(.cc, from: 48, 1, "gain") + row(.cc, from: 48, 1, "trim", layer: "shift")
          + row(.cc, from: 52, 1, "balance", layer: "shift") + [
            one(.note, 98, 1, "layer.shift"), one(.cc, 48 + 7, 1, "crossfader.position"),
            one(.cc, 48 + 8, 1, "bus.main.gain"), one(.note, 64 + 2, 1, "crossfader.position"),
            one(.note, 64 + 3, 1, "crossfader.position"), one(.note, 82, 1, "recorder.take.record"),
            one(.note, 82 + 1, 1, "session.fade"), one(.note, 82 + 7, 1, "session.stop"),
          ]
      }),
    // Factory template 1, channel 9: Send A 0Dh…, Send B 1Dh…, Pan 31h…, faders 4Dh…; Track Focus
    // 29h–2Ch, 39h–3Ch; Track Control 49h–4Ch, 59h–5Ch; Device 69h, Mute 6Ah, Solo 6Bh, Arm 6Ch;
    // cc: up 68h, down 69h, left 6Ah, right 6Bh.
    Chart(
      name: "launch-control-xl", connect: ["Launch Control XL"], decks: four,
      places: {
        row(.cc, from: 0x0D, 9, "trim") + row(.cc, from: 0x1D, 9, "balance")
          + row(.cc, from: 0x31, 9, "sweep") + row(.cc, from: 0x0D + 4, 9, "high")
          + row(.cc, from: 0x1D + 4, 9, "mid") + row(.cc, from: 0x31 + 4, 9, "low")
          + row(.cc, from: 0x4D, 9, "gain") + row(.note, from: 0x29, 9, "play")
          + row(.note, from: 0x39, 9, "stop") + row(.note, from: 0x49, 9, "mute")
          + row(.note, from: 0x59, 9, "loop")
          + row(.note, from: 0x29, 9, "restart", layer: "device")
          + row(.note, from: 0x49, 9, "loop_in", layer: "device")
          + row(.note, from: 0x59, 9, "loop_out", layer: "device")
          + [
            one(.cc, 0x4D + 6, 9, "crossfader.position"), one(.cc, 0x4D + 7, 9, "bus.main.gain"),
            one(.note, 0x69, 9, "layer.device"), one(.note, 0x6A, 9, "session.stop"),
            one(.note, 0x6B, 9, "session.fade"), one(.note, 0x6C, 9, "recorder.take.record"),
            one(.cc, 0x6A, 9, "crossfader.position"), one(.cc, 0x6B, 9, "crossfader.position"),
          ]
      }),
    // MC mode is Mackie Control: V-pots cc 10h…, their pushes notes 20h…, fader pitch bend on channel
    // 9; buttons by the functions of that protocol, in the order of the two rows.
    Chart(
      name: "x-touch-mini", connect: ["X-TOUCH MINI"], decks: four,
      places: {
        let upper = [0x59, 0x5A, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D]
        let lower = [0x57, 0x58, 0x5B, 0x5C, 0x56, 0x5D, 0x5E, 0x5F]
        let left = Array(upper[..<4]), right = Array(upper[4...])
        return row(.cc, from: 0x10, 1, "gain") + row(.note, from: 0x20, 1, "mute")
          + row(.cc, from: 0x14, 1, "trim") + row(.note, from: 0x24, 1, "trim")
          + row(.note, left, 1, "play") + row(.note, right, 1, "stop")
          + row(.note, Array(lower[..<4]), 1, "loop") + row(.note, Array(lower[4...]), 1, "restart")
          + row(.cc, from: 0x10, 1, "balance", layer: "b")
          + row(.note, from: 0x20, 1, "balance", layer: "b")
          + row(.note, left, 1, "loop_in", layer: "b")
          + row(.note, right, 1, "loop_out", layer: "b")
          + [
            one(.pitchBend, 0, 9, "crossfader.position"), one(.note, 0x54, 1, "session.fade"),
            one(.note, 0x55, 1, "layer.b"), one(.cc, 0x17, 1, "bus.main.gain", layer: "b"),
            one(.note, 0x27, 1, "bus.main.gain", layer: "b"),
            one(.note, lower[0], 1, "crossfader.position", layer: "b"),
            one(.note, lower[1], 1, "crossfader.position", layer: "b"),
            one(.note, lower[6], 1, "session.stop", layer: "b"),
            one(.note, lower[7], 1, "recorder.take.record", layer: "b"),
          ]
      }),
    // Decks on channels 1 and 2: PLAY 11 (with SHIFT 71), CUE 12, EQ HI 7, MID 11, LOW 15, fader 19
    // (second halves 32 further); mixer on 7: CFX 23,
    // 24, crossfader 31, MASTER CUE 99 (120), TRANSITION FX 89; pads 0–7 on 8 and 10 (9 and 11).
    Chart(
      name: "ddj-200", connect: ["DDJ-200"], decks: ["a", "b"],
      places: {
        let decks = [("a", 1, 8), ("b", 2, 10)].flatMap { name, channel, pads in
          [
            one(.cc14, 19, channel, "player.\(name).gain"),
            one(.cc14, 7, channel, "player.\(name).high"),
            one(.cc14, 11, channel, "player.\(name).mid"),
            one(.cc14, 15, channel, "player.\(name).low"),
            one(.note, 11, channel, "player.\(name).play"),
            one(.note, 12, channel, "player.\(name).stop"),
            one(.note, 71, channel, "player.\(name).restart"),
            one(.note, 0, pads, "player.\(name).loop_in"),
            one(.note, 1, pads, "player.\(name).loop_out"),
            one(.note, 2, pads, "player.\(name).loop"),
            one(.note, 3, pads, "player.\(name).mute"),
          ] + (0..<3).map { one(.note, $0, pads + 1, "player.\(name).balance") }
        }
        return decks + [
          one(.cc14, 23, 7, "player.a.sweep"), one(.cc14, 24, 7, "player.b.sweep"),
          one(.cc14, 31, 7, "crossfader.position"), one(.note, 89, 7, "session.fade"),
          one(.note, 99, 7, "recorder.take.record"), one(.note, 120, 7, "session.stop"),
        ]
      }, lacks: ["trim"]),
    // Control changes by the table of MIDI 1.0; 16 pads from note 36 on.
    Chart(
      name: "generic", connect: [], decks: four,
      places: {
        let decks = four.enumerated().flatMap { number, name in
          [(7, "gain"), (10, "balance"), (11, "trim")].map {
            one(.cc, $0.0, number + 1, "player.\(name).\($0.1)")
          }
        }
        return decks + row(.note, from: 36, nil, "play") + row(.note, from: 40, nil, "restart")
          + row(.note, from: 44, nil, "mute") + row(.note, from: 48, nil, "loop") + [
            one(.cc, 1, nil, "crossfader.position"), one(.cc, 7, 16, "bus.main.gain"),
            one(.cc, 74, nil, "effect.filter.frequency"),
            one(.cc, 71, nil, "effect.filter.resonance"), one(.cc, 91, nil, "effect.echo.mix"),
          ]
      }, lacks: ["stop", "loop_in", "loop_out"]),
  ]

  static func section(_ chart: Chart) throws -> MIDISectionPlan {
    let read = MapReader.read(
      bytes: try ShippedFile.bytes(chart.path), file: chart.path, name: chart.name,
      for: try session())
    #expect(read.diagnostics.map(\.text) == [])
    return try #require(read.section)
  }

  @Test func `every shipped map has a chart`() {
    #expect(ShippedFile.maps() == Self.charts.map(\.path).sorted())
  }

  @Test(arguments: charts)
  func `a shipped map is right, plain TOML 1.0, and complete for a session of four decks`(
    _ chart: Chart
  ) throws {
    let section = try Self.section(chart)
    #expect(section.connect.map(\.value) == chart.connect)
    #expect(section.missing == [] && section.leftOutCount == 0)
    #expect(TOML.parse(try ShippedFile.bytes(chart.path), version: .v1_0).isValid)
  }

  @Test(arguments: charts)
  func `a shipped map says what it is for, the mode, the source, and what it reaches`(
    _ chart: Chart
  ) throws {
    let lines = try ShippedFile.text(chart.path).split(separator: "\n")
    let comment = lines.prefix { $0.hasPrefix("#") }.joined(separator: "\n")
    #expect(lines[0].hasPrefix("# "))
    for word in ["# Mode: ", "# Source: ", "# Reaches: "] { #expect(comment.contains(word)) }
    // The source is a document with a title.
    let source = try #require(comment.split(separator: "# Source: ").last)
    #expect(source.prefix(200).count { $0 == "\"" } >= 2)
  }

  @Test(arguments: charts)
  func `each control is where the chart has it`(_ chart: Chart) throws {
    let entries = try Self.section(chart).entries
    let found = entries.flatMap { entry in
      entry.to.map {
        Place(
          control: entry.control, channel: entry.channel.map { $0 + 1 }, layer: entry.layer,
          to: $0.value)
      }
    }
    let expected = chart.places()
    #expect(Set(found).subtracting(expected).map(\.description).sorted() == [])
    #expect(Set(expected).subtracting(found).map(\.description).sorted() == [])
    #expect(found.count == Set(found).count)
  }

  @Test(arguments: charts)
  func `a deck's values, switches and actions are under a hand`(_ chart: Chart) throws {
    let entries = try Self.section(chart).entries
    let reached = Set(entries.flatMap { $0.to.map(\.value) })
    // A seek goes to a position of the file, which no button knows.
    let words: Set = [
      "gain", "trim", "balance", "mute", "loop", "play", "stop", "restart", "loop_in", "loop_out",
    ]
    for deck in chart.decks {
      for word in words.subtracting(chart.lacks) {
        #expect(reached.contains("player.\(deck).\(word)"), "\(deck).\(word)")
      }
    }
    #expect(reached.contains("crossfader.position"))
  }

  @Test func `endless knobs say how they turn, and no other control does`() throws {
    for chart in Self.charts {
      for entry in try Self.section(chart).entries {
        let isEndless = chart.name == "x-touch-mini" && entry.control.kind == .cc
        #expect(entry.relative == (isEndless ? .signMagnitude : nil))
      }
    }
  }

  @Test func `the X-Touch Mini is put into the mode that its map is for`() throws {
    let chart = try #require(Self.charts.first { $0.name == "x-touch-mini" })
    // Control change 127 = 1 on channel 11.
    #expect(try Self.section(chart).initMessages == [[0xB0 + 10, 127, 1]])
  }

  /// A light's values by the maker's table.
  struct Colours: CustomTestStringConvertible, Sendable {
    let map: String
    let address: String
    let on: Int
    let off: Int
    var wait: Int?
    var loaded: Int?

    var testDescription: String { "\(map) \(address)" }
  }

  /// Launch Control XL: brightness 0…3 of red and green, and both flags.
  static func novation(red: Int, green: Int) -> Int { 16 * green + red + 8 + 4 }

  @Test(arguments: [
    // Akai: 0 off, 1 green, 2 green blinking, 3 red, 4 red blinking, 5 yellow, 6 yellow blinking.
    Colours(map: "apc-mini", address: "player.a.play", on: 1, off: 0, wait: 6, loaded: 5),
    Colours(map: "apc-mini", address: "player.d.mute", on: 3, off: 0),
    Colours(map: "apc-mini", address: "player.b.loop", on: 5, off: 0),
    // Of the single colours 1 is on and 2 is blinking.
    Colours(map: "apc-mini", address: "recorder.take.record", on: 2, off: 0),
    Colours(
      map: "launch-control-xl", address: "player.c.play", on: novation(red: 0, green: 3),
      off: novation(red: 0, green: 0), wait: novation(red: 3, green: 3),
      loaded: novation(red: 1, green: 1)),
    Colours(
      map: "launch-control-xl", address: "player.a.mute", on: novation(red: 3, green: 0),
      off: novation(red: 0, green: 0)),
    Colours(
      map: "launch-control-xl", address: "player.a.loop", on: novation(red: 3, green: 3),
      off: novation(red: 0, green: 0)),
    // Mackie Control: 127 on, 1 blinking.
    Colours(map: "x-touch-mini", address: "player.b.play", on: 127, off: 0, wait: 1),
    Colours(map: "ddj-200", address: "player.a.play", on: 127, off: 0),
    Colours(map: "nanokontrol2", address: "player.a.play", on: 127, off: 0),
  ])
  func `a light has the maker's colours`(_ colours: Colours) throws {
    let chart = try #require(Self.charts.first { $0.name == colours.map })
    let entry = try Self.section(chart).entries.first {
      $0.to.map(\.value) == [colours.address] && $0.light != nil
    }
    let light = try #require(entry?.light)
    #expect(light.on == colours.on && light.off == colours.off)
    #expect(light.wait == colours.wait && light.loaded == colours.loaded)
    #expect(light.control == nil && light.channel == nil)
  }
}
