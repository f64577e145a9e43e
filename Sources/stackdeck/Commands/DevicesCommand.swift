import MixEngine
import MixIO

extension Commands {
  /// Lists sinks, sources and MIDI ports so that a line can be pasted into a session.
  static func run(_ options: DevicesOptions) -> ExitStatus {
    let messages = Messages(options.common)
    let devices: PulseDevices
    do { devices = try PulseDevices.list() } catch {
      messages.print(ServerWords.problem(error, verb: .devices))
      return .noDevice
    }
    let ports = PortTable(ports(messages))
    if options.printsJSON { return Results.print(json(devices, ports), messages) }
    var text = ""
    for (title, key, list) in [
      ("outputs", "device", devices.sinks), ("inputs", "source", devices.sources),
    ] {
      text += "\(title):\n"
      if list.isEmpty { text += "  none\n" }
      let lines = list.map { device in
        (
          "  \(key) = \"\(device.description)\"",
          "# \(device.name), \(device.channelCount) channels, \(device.sampleRate.hertz) Hz"
            + (device.isDefault ? ", default" : "")
        )
      }
      let width = lines.map { TextWidth.cells(of: $0.0) }.max() ?? 0
      for (line, remark) in lines {
        text += TextWidth.padded(line, to: width, .utf8) + "  " + remark + "\n"
      }
    }
    text += "MIDI ports:\n" + ports.text
    return Results.print(messages.printer.encoding.encoded(text), messages)
  }

  /// Who has no sequencer has no ports: that is no reason to fail, for who asks for sound devices.
  private static func ports(_ messages: Messages) -> [MIDIPort] {
    do { return try ALSASequencer.ports() } catch {
      messages.detail(error.description)
      return []
    }
  }

  private static func json(_ devices: PulseDevices, _ ports: PortTable) -> String {
    var json = JSONWriter()
    json.object { json in
      for (name, list) in [("sinks", devices.sinks), ("sources", devices.sources)] {
        json.array(name) { json in
          for device in list {
            json.object { json in
              json.field("name", device.name)
              json.field("description", device.description)
              json.field("channels", device.channelCount)
              json.field("sample_rate", device.sampleRate.hertz)
              json.field("default", device.isDefault)
              json.field("monitor", device.isMonitor)
            }
          }
        }
      }
      ports.write(to: &json, "midi_ports")
    }
    return json.takeLine()
  }
}
