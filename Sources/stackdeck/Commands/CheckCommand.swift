import MixEngine
import MixIO
import MixSession

extension Commands {
  /// Everything that can be known of a session without devices.
  static func run(_ options: CheckOptions) -> ExitStatus {
    let messages = Messages(options.common)
    guard let plan = SessionLoader.load(options.session, messages),
      let mix = Mix(
        plan, base: SessionLoader.directory(of: options.session), isOffline: true, messages)
    else { return .wrongInput }
    let summary = plan.summary { name in
      mix.files[name].flatMap { file in
        guard let info = file.info, let length = file.length else { return nil }
        return Double(length) / Double(info.sampleRate)
      }
    }
    let name = options.session.isStandardStream ? "standard input" : options.session.shown
    // Maps are for many sessions: what this one lacks is no mistake, but may explain a dead knob.
    let leftOut = plan.midi.maps.filter { $0.leftOutCount > 0 }
    guard options.printsJSON else {
      for map in leftOut {
        let isOne = map.leftOutCount == 1
        messages.say(
          "\(map.leftOutCount) \(isOne ? "entry" : "entries") of \(ShownText.of(map.mapName ?? "")) "
            + "\(isOne ? "is" : "are") for what this session lacks")
      }
      return Results.print(
        messages.printer.encoding.encoded("\(name): ok: \(summary.text)\n"), messages)
    }
    var json = JSONWriter()
    json.object { json in
      json.field("session", name)
      json.field("ok", true)
      json.field("players", summary.players)
      json.field("inputs", summary.inputs)
      json.field("oscillators", summary.oscillators)
      json.field("controls", summary.controls)
      json.array("controllers") { json in
        for name in summary.controllers { json.value(name) }
      }
      if !leftOut.isEmpty {
        json.object("left_out") { json in
          for map in leftOut { json.field(map.mapName ?? "", map.leftOutCount) }
        }
      }
      json.field("recorders", summary.recorders)
      if case .byItself(let seconds) = summary.ending {
        json.field("ends", "by itself")
        if let seconds { json.field("seconds", seconds) }
      } else {
        json.field("ends", "by hand")
      }
    }
    return Results.print(json.takeLine(), messages)
  }
}
