import MixEngine

extension SessionPlan {
  /// One table's keys and values as text that can be compared.
  typealias TableSettings = (address: String, values: [(key: String, value: String)])

  /// The addresses of `settings`.
  var tableAddresses: [String] {
    ["session"] + strips.map(\.address) + effects.map(\.address)
      + (crossfader == nil ? [] : [CrossfaderPlan.address]) + outputs.map(\.address)
      + recorders.map(\.address)
  }

  /// All that the session says, table by table. What nobody wrote says nothing; main, and the
  /// session itself, are always there.
  var settings: [TableSettings] {
    var tables: [TableSettings] = [
      (
        "session",
        [
          ("name", text(name)), ("sample_rate", "\(sampleRate.value.hertz)"),
          ("end_with", text(endWith)),
          ("eq_crossover", "\(crossover.value.low) \(crossover.value.high)"),
          (
            "events",
            "\(events.map { "\($0.at.value) \($0.to.value) \($0.value.value) \($0.over.value)" })"
          ),
        ]
      )
    ]
    tables += strips.map { ($0.address, settings(of: $0)) }
    tables += effects.map {
      (
        $0.address,
        [("type", $0.kind.word)] + ($0.listen.map { [("listen", $0.value)] } ?? [])
          + values(of: $0.parameters)
      )
    }
    if let crossfader {
      tables.append(
        (
          CrossfaderPlan.address,
          [("curve", crossfader.curve.value.rawValue)] + values(of: crossfader.parameters)
        ))
    }
    tables += outputs.map { output in
      (
        output.address,
        [
          ("device", text(output.device)), ("virtual_source", text(output.virtualSource)),
          ("latency_ms", "\(output.latency.value)"), ("from", output.from.value),
        ] + values(of: output.parameters)
      )
    }
    tables += recorders.map { recorder in
      (
        recorder.address,
        [
          ("tap", recorder.tap.value), ("point", recorder.point.value.rawValue),
          ("file", "\(recorder.file.value.bytes)"),
          ("encoding", recorder.encoding?.value.rawValue ?? ""),
          ("start", "\(recorder.start.value)"), ("cue_sheet", "\(recorder.cueSheet.value)"),
        ]
      )
    }
    return tables
  }

  private func settings(of strip: StripPlan) -> [(key: String, value: String)] {
    var values: [(key: String, value: String)] = []
    if let player = strip.player {
      values += [
        ("file", player.file.map { "\($0.value.bytes)" } ?? ""), ("start", "\(player.start.value)"),
        ("region", player.region.map { "\($0.value)" } ?? ""),
        ("loop_in", player.loopIn.map { "\($0.value)" } ?? ""),
        ("loop_out", player.loopOut.map { "\($0.value)" } ?? ""),
      ]
    }
    if let input = strip.input {
      values += [
        ("device", "\(input.device)"), ("channels", input.channels.map { "\($0.value)" } ?? ""),
        ("monitor", input.monitor.value.rawValue), ("latency_ms", "\(input.latency.value)"),
        ("latency_offset_ms", "\(input.latencyOffset.value)"),
      ]
      values += self.values(of: strip.parameters.filter { $0.descriptor.name != "monitor" })
    } else {
      values += self.values(of: strip.parameters)
    }
    values += [
      ("effects", "\(strip.effects.map(\.value))"),
      ("balance_law", strip.balanceLaw.value.rawValue),
      ("to", strip.to.value ?? "none"), ("crossfade", strip.crossfade.value.rawValue),
    ]
    if strip.kind == .bus, strip.name == "main" {
      values.append(("limiter", "\(strip.limiter.value)"))
    }
    if strip.kind == .bus { values.append(("point", strip.sendPoint.value.rawValue)) }
    values += strip.sends.map { ("sends.\($0.bus.value)", "\($0.level.value.value)") }
    return values
  }

  private func values(of parameters: [ParameterValue]) -> [(key: String, value: String)] {
    parameters.map { ($0.descriptor.name, "\($0.value.value)") }
  }

  private func text(_ value: Placed<String>?) -> String { value?.value ?? "" }
}
