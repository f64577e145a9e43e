import MixEngine
import MixSession
import Testing

@testable import stackdeck

@Suite struct PortTableTests {
  static func port(
    _ client: Int, _ name: String, isHardware: Bool = true, sends: Bool = true,
    receives: Bool = true
  ) -> MIDIPort {
    MIDIPort(
      id: MIDIPort.ID(client: client, port: 0), clientName: name, portName: name + " MIDI 1",
      isHardware: isHardware, sends: sends, receives: receives)
  }

  static let ports = [
    port(28, "APC MINI"), port(14, "Midi Through", isHardware: false), port(24, "APC MINI"),
    port(129, "a \"b\"", isHardware: false, receives: false),
  ]

  @Test func `ports are lines that a session takes`() throws {
    #expect(
      PortTable(Self.ports).text == #"""
          connect = "Midi Through"  # sends, receives
          connect = "APC MINI:1"    # sends, receives, hardware
          connect = "APC MINI:2"    # sends, receives, hardware
          connect = "a \"b\""       # sends

        """#)
    #expect(PortTable([]).text == "  none\n")
    for line in PortTable(Self.ports).text.split(separator: "\n") {
      let session = "[midi]\n\(line)\n"
      #expect(SessionReader.read(bytes: Array(session.utf8), file: "s").plan != nil, "\(line)")
    }
  }

  @Test func `what a session takes is said with its map`() throws {
    let session = "[player.a]\n[midi]\nconnect = \"APC MINI:2\"\n"
    var plan = try #require(SessionReader.read(bytes: Array(session.utf8), file: "s").plan)
    let map = "[midi]\nconnect = \"apc\"\nmap = [{ cc = 1, to = \"player.a.gain\" }]\n"
    let read = MapReader.read(bytes: Array(map.utf8), file: "m", name: "mine", for: plan)
    plan.add(try #require(read.section))
    let lines = PortTable(Self.ports, for: plan).text.split(separator: "\n")
    #expect(lines[0].hasSuffix("; not taken"))
    #expect(lines[1].hasSuffix("; taken by mine"))
    #expect(lines[2].hasSuffix("; taken by the session's own map and mine"))
    var json = JSONWriter()
    json.object { PortTable(Self.ports, for: plan).write(to: &$0, "ports") }
    let text = json.takeLine()
    #expect(text.contains("\"name\":\"APC MINI:2\"") && text.contains("\"maps\":[null,\"mine\"]"))
  }
}
