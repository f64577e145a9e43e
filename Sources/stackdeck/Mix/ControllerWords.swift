import MixEngine
import MixIO
import MixSession

/// What is said of controllers.
enum ControllerWords {
  /// A port as people name it.
  static func name(of port: MIDIPort, _ ports: [MIDIPort]) -> String {
    ShownText.of(
      MIDIPortNames(ports).label(of: port.id) ?? MIDIPortNames([port]).label(of: port.id) ?? "")
  }

  /// "cc 0 waits for player.a.gain: −12.0, catch at −3.0 ↑"
  static func text(
    _ wait: MIDINotice.Wait, _ parameters: ParameterTable, _ encoding: TextEncoding
  ) -> String {
    let unit = parameters.parameter(named: wait.address).map {
      parameters.descriptor(of: $0.index).unit
    }
    func number(_ value: Float) -> String {
      self.number(Double(value), decimals: unit == .decibels ? 1 : unit == .hertz ? 0 : 2)
    }
    let arrow = wait.way == .up ? "↑" : "↓"
    return encoding.encoded(
      "\(wait.control.text) waits for \(wait.address): \(number(wait.value)), catch at \(number(wait.current)) \(arrow)"
    )
  }

  private static func number(_ value: Double, decimals: Int) -> String {
    guard value > -.infinity else { return "−inf" }
    let scale = [1, 10, 100][decimals]
    let steps = Int((min(max(value, -1e9), 1e9) * Double(scale)).rounded())
    let whole = "\(steps < 0 ? "−" : "")\(abs(steps) / scale)"
    guard decimals > 0 else { return whole }
    let part = String(abs(steps) % scale)
    return whole + "." + String(repeating: "0", count: decimals - part.count) + part
  }

  /// Warnings of names that no port has now.
  static func unmatched(_ midi: MIDIPlan, _ ports: [MIDIPort]) -> [Problem] {
    let names = MIDIPortNames(ports)
    let labels = names.ports.filter(\.sends).compactMap { names.label(of: $0.id) }
    let present =
      labels.isEmpty
      ? "none is present"
      : "present: " + labels.map { "\"\(ShownText.of($0))\"" }.joined(separator: ", ")
    var told: Set<String> = []
    return midi.sections.flatMap(\.connect).map(\.value).filter {
      names.matching($0).isEmpty && told.insert($0).inserted
    }.map {
      Problem(
        "no MIDI port matches \"\(ShownText.of($0))\"", severity: .warning,
        help: "\(present); binds when plugged")
    }
  }
}
