import MixSession

/// What live inputs listen to and what outputs play on, in words for pictures of a session.
enum DeviceWords {
  /// `source "USB Microphone", not monitored`
  static func words(_ input: InputPlan) -> String {
    switch input.monitor.value {
    case .on: device(input)
    case .off: device(input) + ", not monitored"
    case .auto: device(input) + ", monitored with headphones"
    }
  }

  private static func device(_ input: InputPlan) -> String {
    switch input.device {
    case .source(nil): "default source"
    case .source(let name?): "source \(quoted(name.value))"
    case .monitor(let name): "monitor of \(quoted(name.value))"
    case .virtualSink(let name): "virtual sink \(quoted(name.value))"
    }
  }

  /// `"USB Audio"`, `virtual source "Studio"`; nil: main plays on the server's default.
  static func words(_ output: OutputPlan) -> String? {
    if let source = output.virtualSource { return "virtual source \(quoted(source.value))" }
    return output.device.map { quoted($0.value) }
  }

  private static func quoted(_ name: String) -> String { "\"\(ShownText.of(name))\"" }
}
