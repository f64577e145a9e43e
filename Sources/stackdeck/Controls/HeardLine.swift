import MixEngine

/// What the monitor says of one input.
struct HeardLine: Hashable {
  var port: String
  var input: MIDIInput
  /// What it moves; nil: no session was asked.
  var addresses: [String]?

  /// "nanoKONTROL2: cc 0, channel 1: 64 → player.a.gain"
  func text(_ encoding: TextEncoding) -> String {
    var text = "\(port): \(input.control.text), channel \(input.channel + 1): \(value(encoding))"
    if let addresses {
      text += " → " + (addresses.isEmpty ? "nothing" : addresses.joined(separator: ", "))
    }
    return encoding.encoded(text)
  }

  private func value(_ encoding: TextEncoding) -> String {
    switch input.value {
    case .coarse(0) where input.control.kind == .note: "off"
    case .coarse(let value), .fine(let value): "\(value)"
    case .steps(let steps): steps < 0 ? encoding.minus + "\(-steps)" : "+\(steps)"
    }
  }

  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.field("event", "input")
      json.field("port", port)
      json.field("kind", input.control.kind.rawValue)
      if input.control.kind.greatestNumber != nil { json.field("number", input.control.number) }
      json.field("channel", input.channel + 1)
      switch input.value {
      case .coarse(let value), .fine(let value): json.field("value", value)
      case .steps(let steps): json.field("steps", steps)
      }
      if let addresses {
        json.array("to") { json in
          for address in addresses { json.value(address) }
        }
      }
    }
    return json.takeLine()
  }
}
