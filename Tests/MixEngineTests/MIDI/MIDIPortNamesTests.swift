import MixEngine
import Testing

@Suite struct MIDIPortNamesTests {
  /// A desk with two of a kind, one with two ports, and what every machine has.
  private let names = MIDIPortNames([
    Self.port(28, 0, "APC MINI", "APC MINI MIDI 1"),
    Self.port(14, 0, "Midi Through", "Midi Through Port-0", isHardware: false),
    Self.port(20, 0, "nanoKONTROL2", "nanoKONTROL2 MIDI 1"),
    Self.port(24, 0, "APC MINI", "APC MINI MIDI 1"),
    Self.port(32, 1, "Launchkey MK3", "Launchkey MK3 DAW"),
    Self.port(32, 0, "Launchkey MK3", "Launchkey MK3 MIDI"),
    Self.port(130, 0, "sequencer", "out", isHardware: false),
    Self.port(36, 0, "nanoKONTROL2 Pro", "nanoKONTROL2 Pro MIDI 1"),
  ])

  private static func port(
    _ client: Int, _ port: Int, _ clientName: String, _ name: String, isHardware: Bool = true
  ) -> MIDIPort {
    MIDIPort(
      id: MIDIPort.ID(client: client, port: port), clientName: clientName, portName: name,
      isHardware: isHardware, sends: true, receives: true)
  }

  @Test(arguments: [
    (14, 0, "Midi Through"),
    (20, 0, "nanoKONTROL2"),
    // Twins count in the order of their clients.
    (24, 0, "APC MINI:1"),
    (28, 0, "APC MINI:2"),
    // A client with several ports lends them no name.
    (32, 0, "Launchkey MK3 MIDI"),
    (32, 1, "Launchkey MK3 DAW"),
  ])
  func `a port is called like its client, or like itself beside others of it`(
    client: Int, port: Int, label: String
  ) {
    let id = MIDIPort.ID(client: client, port: port)
    #expect(names.label(of: id) == label)
    #expect(names.matching(label).map(\.id) == [id])
    #expect(names.matching(label.uppercased()).map(\.id) == [id])
  }

  @Test func `a port that is not there has no label`() {
    #expect(names.label(of: MIDIPort.ID(client: 99, port: 0)) == nil)
  }

  @Test(
    arguments: [
      // Any part of the client's name or the port's, case ignored; all that match.
      ("kontrol", ["20:0", "36:0"]),
      ("apc", ["24:0", "28:0"]),
      ("daw", ["32:1"]),
      ("MIDI 1", ["20:0", "24:0", "28:0", "36:0"]),
      // A whole name wins over parts.
      ("nanokontrol2", ["20:0"]),
      ("Launchkey MK3", ["32:0", "32:1"]),
      ("out", ["130:0"]),
      ("APC MINI MIDI 1", ["24:0", "28:0"]),
      ("APC MINI", ["24:0", "28:0"]),
      // A number chooses among those that the rest means.
      ("apc mini:2", ["28:0"]),
      ("apc:1", ["24:0"]),
      ("nanokontrol2:1", ["20:0"]),
      ("apc:3", []),
      ("apc:0", []),
      ("apc:x", []),
      // A client's number is no name.
      ("24:0", []),
      ("24", []),
      ("", []),
      (":1", []),
      ("minilab", []),
    ] as [(String, [String])])
  func `a name means the ports that have it whole, or else those that contain it`(
    name: String, ids: [String]
  ) {
    #expect(names.matching(name).map { "\($0.id.client):\($0.id.port)" } == ids)
  }

  @Test func `several names mean each port once, and no name means all hardware`() {
    #expect(
      names.matching(anyOf: ["nano", "nanoKONTROL2", "daw"]).map(\.id.client) == [20, 32, 36])
    #expect(names.matching(anyOf: []).map(\.id.client) == [20, 24, 28, 32, 32, 36])
    #expect(names.matching(anyOf: ["minilab"]) == [])
  }

  @Test func `a name that ends in a number is itself before it is a choice`() {
    let names = MIDIPortNames([
      Self.port(20, 0, "Synth:2", "a"), Self.port(24, 0, "Synth", "b"),
      Self.port(28, 0, "Synth", "c"),
    ])
    #expect(names.matching("Synth:2").map(\.id.client).contains(20))
  }
}
