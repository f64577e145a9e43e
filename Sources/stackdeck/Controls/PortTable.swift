import MixEngine
import MixIO
import MixSession

/// The MIDI ports that there are, as lines that fit into a session.
struct PortTable {
  /// One of them.
  struct Row: Hashable {
    /// What `connect` takes to mean it.
    var name: String
    var port: MIDIPort
    /// The maps of a session that hear it: names, and nil for the session's own; nil: none was asked.
    var maps: [String?]?
  }

  let rows: [Row]

  init(_ ports: [MIDIPort], for plan: SessionPlan? = nil) {
    let names = MIDIPortNames(ports)
    rows = names.ports.map { port in
      let maps = plan.map { plan in
        plan.midi.sections.filter { section in
          port.sends
            && names.matching(anyOf: section.connect.map(\.value)).contains { $0.id == port.id }
        }.map(\.mapName)
      }
      return Row(name: names.label(of: port.id) ?? port.clientName, port: port, maps: maps)
    }
  }

  /// Lines below a heading, each with its end.
  var text: String {
    if rows.isEmpty { return "  none\n" }
    let lines = rows.map { "  connect = \(TOMLText.quoted($0.name))" }
    let width = lines.map { TextWidth.cells(of: $0) }.max() ?? 0
    return zip(rows, lines).map { row, line in
      TextWidth.padded(line, to: width, .utf8) + "  # " + row.remark + "\n"
    }.joined()
  }

  /// The rows as an array of objects; the writer is in front of it.
  func write(to json: inout JSONWriter, _ name: String) {
    json.array(name) { json in
      for row in rows {
        json.object { json in
          json.field("name", row.name)
          json.field("client", row.port.clientName)
          json.field("port", row.port.portName)
          json.field("number", "\(row.port.id.client):\(row.port.id.port)")
          json.field("sends", row.port.sends)
          json.field("receives", row.port.receives)
          json.field("hardware", row.port.isHardware)
          if let maps = row.maps {
            json.field("taken", !maps.isEmpty)
            json.array("maps") { json in
              for map in maps { if let map { json.value(map) } else { json.null() } }
            }
          }
        }
      }
    }
  }
}

extension PortTable.Row {
  /// "sends, receives, hardware; taken by nanokontrol2"
  fileprivate var remark: String {
    var words: [String] = []
    if port.sends { words.append("sends") }
    if port.receives { words.append("receives") }
    if port.isHardware { words.append("hardware") }
    let text = words.joined(separator: ", ")
    guard let maps else { return text }
    if maps.isEmpty { return text + "; not taken" }
    let names = maps.map { $0.map { ShownText.of($0) } ?? "the session's own map" }
    return text + "; taken by " + WordList.joined(names, by: "and")
  }
}
