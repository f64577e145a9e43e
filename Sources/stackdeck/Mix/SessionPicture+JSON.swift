import MixSession

extension SessionPicture {
  /// Connections for programs, with what inputs listen to and outputs play on.
  static func json(_ plan: SessionPlan) -> String {
    var json = JSONWriter()
    json.object { json in
      json.field("session", plan.name?.value ?? plan.source.file)
      json.array("connections") { json in
        for edge in connections(plan) {
          json.object { json in
            json.field("from", edge.from)
            json.field("to", edge.to)
            if let key = edge.key { json.field("key", key) }
          }
        }
      }
      json.array("inputs") { json in
        for strip in plan.strips {
          guard let input = strip.input else { continue }
          json.object { write(strip.address, input, to: &$0) }
        }
      }
      json.array("outputs") { json in
        for output in plan.outputs { json.object { write(output, to: &$0) } }
      }
    }
    return json.takeLine()
  }

  /// By the keys of sessions; the server's default source is null.
  private static func write(_ address: String, _ input: InputPlan, to json: inout JSONWriter) {
    json.field("address", address)
    switch input.device {
    case .source(nil): json.null("source")
    case .source(let name?): json.field("source", name.value)
    case .monitor(let name): json.field("monitor_of", name.value)
    case .virtualSink(let name): json.field("virtual_sink", name.value)
    }
    switch input.monitor.value {
    case .on: json.field("monitor", true)
    case .off: json.field("monitor", false)
    case .auto: json.field("monitor", "auto")
    }
  }

  private static func write(_ output: OutputPlan, to json: inout JSONWriter) {
    json.field("address", output.address)
    if let source = output.virtualSource {
      json.field("virtual_source", source.value)
    } else if let device = output.device {
      json.field("device", device.value)
    } else {
      json.null("device")
    }
    json.field("from", output.from.value)
  }
}
