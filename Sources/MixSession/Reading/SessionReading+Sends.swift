import MixEngine
import TOML

// What strips give to other buses than their own.
extension SessionReading {
  /// `sends = { echo = -6 }`
  mutating func readSends(_ value: TOMLValue, named name: String) -> [SendLevel]? {
    guard case .table(let table) = value.kind else {
      wrongKind(
        value, named: name, wanted: "a table of buses and levels", help: "\(name) = { echo = -6 }")
      return nil
    }
    return table.entries.compactMap { entry in
      let bus = entry.key.name
      let level = readParameter(
        entry.value, Fader.sendDescriptor(to: bus), named: Shown.word(bus))
      guard case .number(let decibels)? = level else { return nil }
      return SendLevel(
        bus: Placed(bus, at: entry.key.range),
        level: Placed(Float(decibels), at: entry.value.range))
    }
  }

  /// That sends lead to buses, and to others than the strip's own.
  mutating func checkSends(of strip: StripPlan) {
    for send in strip.sends {
      checkBus(send.bus)
      guard let range = send.bus.range, send.bus.value == strip.to.value else { continue }
      error(
        "\(strip.kind.rawValue) \(strip.name) goes to \(send.bus.value) already", at: range,
        help: "how much of it \(send.bus.value) gets is its gain",
        note: strip.to.range.map { ("it goes there", $0) })
    }
  }
}
