import MixEngine

/// What may stand behind a key.
public enum KeyShape: Sendable {
  /// What a name must be the name of.
  public enum Target: String, Sendable {
    case player, bus
    /// A strip that something can listen to: player, oscillator or bus.
    case strip
  }

  /// A number or a switch of the engine, which can be moved while it plays. Range, unit and default
  /// are its descriptor's.
  case parameter(ParameterDescriptor)
  /// A number that is settled when the session begins.
  case number(unit: String, range: ClosedRange<Double>, isWhole: Bool)
  case text
  /// Relative to the file that names it.
  case path
  case words([String])
  case name(Target, orNone: Bool)
  /// One name or a list of them, in order.
  case effects
  /// Buses, each with a level.
  case sends
  case position
  /// Two positions.
  case region
  case start
  /// Two frequencies.
  case crossover
  /// Channels of a device, counted from 1.
  case channels
  /// A switch, or "auto".
  case monitor
  case events
  /// One text or a list of them.
  case texts
  /// A list of texts, each one or more MIDI messages in hex.
  case messages
  /// What a controller's controls do.
  case entries
  /// Of MIDI, as people count them.
  case channel
  /// The word `true`, which stands where a number would have no meaning.
  case present
  case toggle
  /// One address or a list of them.
  case addresses
  case address
  /// The values at both ends of a control, as the address takes them.
  case ends
  /// `true`, or a table.
  case light
  /// Whatever an event's address takes.
  case value
}

extension KeyShape {
  /// As the manual says it: "number, −inf…12 dB".
  public var text: String {
    switch self {
    case .parameter(let descriptor):
      if descriptor.isSwitch { return "true or false" }
      let word = descriptor.word.map { " or \"\($0.text)\"" } ?? ""
      return "number\(word), \(descriptor.rangeText)"
    case .number(let unit, let range, let isWhole):
      let bounds = Shown.range(
        Shown.number(range.lowerBound), Shown.number(range.upperBound), unit: unit)
      return (isWhole ? "whole number, " : "number, ") + bounds
    case .text: return "text"
    case .path: return "path"
    case .words(let words): return Shown.choice(words.map { "\"\($0)\"" })
    case .name(.player, _): return "player"
    case .name(.bus, let orNone): return orNone ? "bus or \"none\"" : "bus"
    case .name(.strip, _): return "strip"
    case .effects: return "effect or list of effects"
    case .sends: return "table of buses and levels, \(Fader.sendDescriptor(to: "").rangeText)"
    case .position: return "position"
    case .region: return "list of two positions"
    case .crossover: return "list of two frequencies, 20…20000 Hz"
    case .channels: return "list of channels, 1…32"
    case .monitor: return "true, false or \"auto\""
    case .start: return "\"auto\", \"manual\" or position"
    case .events: return "list of events"
    case .texts: return "text or list of texts"
    case .messages: return "list of texts"
    case .entries: return "list of entries"
    case .channel: return "whole number, 1…16"
    case .present: return "true"
    case .toggle: return "true or false"
    case .addresses: return "address or list of addresses"
    case .address: return "address"
    case .ends: return "list of two numbers"
    case .light: return "true or table"
    case .value: return "what the address takes"
    }
  }
}

extension ParameterDescriptor {
  /// "−inf…12 dB"
  var rangeText: String {
    Shown.range(
      Shown.number(range.lowerBound), Shown.number(range.upperBound), unit: unit.rawValue)
  }

  /// "0", "off", "true"
  var defaultText: String {
    if isSwitch { return defaultValue > 0.5 ? "true" : "false" }
    return Shown.number(defaultValue)
  }
}
