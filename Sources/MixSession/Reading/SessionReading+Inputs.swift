import MixEngine
import TOML

// Live inputs.
extension SessionReading {
  mutating func readInput(_ values: KeyValues) -> InputPlan {
    let device = readDevice(values)
    let usual: InputPlan.Monitor = if case .source = device { .auto } else { .on }
    var plan = InputPlan(
      device: device, monitor: values.monitor() ?? Placed(usual),
      latency: values.number("latency_ms") ?? Placed(20),
      latencyOffset: values.number("latency_offset_ms") ?? Placed(0))
    if let found = values["channels"], case .channels(let channels) = found.value {
      plan.channels = Placed(channels, at: found.range)
    }
    if case .virtualSink = device, let channels = plan.channels, let range = channels.range,
      let beyond = channels.value.first(where: { $0 > 2 })
    {
      error("a virtual sink has the channels 1 and 2, not \(beyond)", at: range)
    }
    return plan
  }

  /// Exactly one of three keys, or none of them.
  private mutating func readDevice(_ values: KeyValues) -> InputPlan.Device {
    let all = ["source", "monitor_of", "virtual_sink"].compactMap { key in
      values.text(key).map { (key: key, value: $0) }
    }.sorted { ($0.value.range?.start.offset ?? 0) < ($1.value.range?.start.offset ?? 0) }
    for second in all.dropFirst() {
      guard let range = second.value.range, let first = all[0].value.range else { continue }
      error(
        "\(second.key) and \(all[0].key) exclude each other", at: range,
        help: "an input has one device: make a second input, [input.\(second.key)]",
        note: ("\(all[0].key) is given here", first))
    }
    switch all.first?.key {
    case "monitor_of"?: return .monitor(of: all[0].value)
    case "virtual_sink"?: return .virtualSink(all[0].value)
    default: return .source(all.first?.value)
    }
  }

  /// What the gate in front of main begins with: what is to be found out is closed at first.
  static func setMonitor(_ input: InputPlan, of strip: inout StripPlan) {
    guard
      let place = strip.parameters.firstIndex(where: {
        $0.descriptor.name == MonitorGate.descriptor.name
      })
    else { return }
    strip.parameters[place].value = Placed(
      input.monitor.value == .on ? 1 : 0, at: input.monitor.range)
  }

  mutating func readChannels(_ value: TOMLValue, named name: String) -> [Int]? {
    guard case .array(let elements) = value.kind else {
      let help: String? =
        if case .integer(let number) = value.kind { "\(name) = [\(number)]" } else { nil }
      wrongKind(value, named: name, wanted: "a list of channels", help: help)
      return nil
    }
    guard (1...2).contains(elements.count) else {
      error(
        elements.isEmpty ? "\(name) is empty" : "\(name) has one or two channels", at: value.range,
        help: "[1] is mono, [1, 2] left and right")
      return nil
    }
    var channels: [Int] = []
    for element in elements {
      guard
        let number = readNumber(
          element, named: "a channel", unit: "", from: 1, to: 32, isWhole: true)
      else { return nil }
      if channels.contains(Int(number)) {
        error("channel \(Int(number)) stands twice", at: element.range)
        return nil
      }
      channels.append(Int(number))
    }
    return channels
  }

  mutating func readMonitor(_ value: TOMLValue, named name: String) -> KeyValue? {
    if case .boolean(let isOn) = value.kind { return .toggle(isOn) }
    if case .string("auto") = value.kind { return .text("auto") }
    guard case .string(let text) = value.kind else {
      wrongKind(value, named: name, wanted: "true, false or \"auto\"")
      return nil
    }
    error(
      "\(name) is true, false or \"auto\", not \"\(Shown.word(text))\"", at: value.range,
      help: ["true", "false"].contains(text) ? "without quotes: \(name) = \(text)" : nil)
    return nil
  }
}

extension KeyValues {
  fileprivate func monitor() -> Placed<InputPlan.Monitor>? {
    guard let found = values["monitor"] else { return nil }
    switch found.value {
    case .toggle(let isOn): return Placed(isOn ? .on : .off, at: found.range)
    default: return Placed(.auto, at: found.range)
    }
  }
}
