import MixIO
import MixSession

/// A session's ways as a picture for people, and as a graph for Graphviz.
enum SessionPicture {
  /// The ways of all that is heard or taken: main's first, then what goes nowhere.
  static func ways(_ plan: SessionPlan) -> [PathPicture.Way] {
    let ends = plan.strips.filter { $0.name == "main" }
    let loose = plan.strips.filter { $0.name != "main" && $0.to.value == nil }
    return (ends + loose).filter { strip in
      strip.name == "main" || strip.kind != .bus
        || plan.strips.contains { other in
          other.to.value == strip.name
            || plan.sends(of: other).contains { $0.bus.value == strip.name }
        }
        || plan.recorders.contains { $0.tap.value == strip.name }
        || plan.outputs.contains { $0.from.value == strip.name }
    }.map { way($0, plan) }
  }

  private static func way(_ strip: StripPlan, _ plan: SessionPlan) -> PathPicture.Way {
    let text = words(strip, plan)
    let way: PathPicture.Way
    if strip.kind == .bus {
      way = .join(
        text, plan.strips.filter { $0.to.value == strip.name }.map { self.way($0, plan) })
    } else {
      way = .start(text)
    }
    guard strip.name == "main" || strip.to.value == nil else { return way }
    let outputs = outputs(of: strip, plan)
    let takes = plan.recorders.filter { $0.tap.value == strip.name && $0.point.value == .post }
      .map { "\($0.address) \(FilePath(bytes: $0.file.value.bytes).shown)" }
    return .split(way, outputs + takes)
  }

  /// What plays a bus: `output.main`, `output.studio virtual source "Studio"`.
  private static func outputs(of strip: StripPlan, _ plan: SessionPlan) -> [String] {
    plan.outputs.filter { $0.from.value == strip.name }.map { output in
      [output.address, DeviceWords.words(output)].compactMap(\.self).joined(separator: " ")
    }
  }

  /// "file1 → bandpass filter1", with what listens before the end of the strip.
  private static func words(_ strip: StripPlan, _ plan: SessionPlan) -> String {
    var parts = [strip.name == "main" ? "main" : strip.address]
    if let input = strip.input { parts[0] += " (\(DeviceWords.words(input)))" }
    for effect in strip.effects {
      let effect = plan.effect(named: effect.value)
      let listens = effect?.listen.map { " (listens to \($0.value))" } ?? ""
      parts.append("\(effect?.kind.word ?? "") \(effect?.name ?? "")\(listens)")
    }
    let sends = plan.sends(of: strip).map(\.bus.value)
    if !sends.isEmpty { parts.append("(sends to \(sends.joined(separator: ", ")))") }
    let isEnd = strip.name == "main" || strip.to.value == nil
    if !isEnd { parts += outputs(of: strip, plan).map { "(\($0))" } }
    for recorder in plan.recorders where recorder.tap.value == strip.name {
      if isEnd, recorder.point.value == .post { continue }
      parts.append("(\(recorder.address) \(recorder.point.value.rawValue))")
    }
    return parts.joined(separator: " → ")
  }

  /// The connections of a session, each from what gives sound to what takes it.
  static func connections(_ plan: SessionPlan) -> [SessionConnection] {
    var edges: [SessionConnection] = []
    for strip in plan.strips {
      var end = strip.address
      for effect in strip.effects {
        edges.append(SessionConnection(from: end, to: "effect.\(effect.value)"))
        end = "effect.\(effect.value)"
      }
      if let to = strip.to.value, strip.name != "main" {
        edges.append(SessionConnection(from: end, to: "bus.\(to)"))
      }
      edges += plan.sends(of: strip).map { send in
        SessionConnection(
          from: end, to: "bus.\(send.bus.value)", kind: .send, key: send.level.address)
      }
      edges += plan.outputs.filter { $0.from.value == strip.name }.map { output in
        SessionConnection(from: end, to: output.address)
      }
      for effect in listeners(to: strip, plan) {
        edges.append(
          SessionConnection(
            from: end, to: effect.address, kind: .listen, key: "\(effect.address).listen"))
      }
      for recorder in plan.recorders where recorder.tap.value == strip.name {
        edges.append(
          SessionConnection(
            from: recorder.point.value == .dry ? strip.address : end, to: recorder.address))
      }
    }
    return edges
  }

  /// The effects that act on what a strip sounds like; those that stand nowhere hear nothing.
  private static func listeners(to strip: StripPlan, _ plan: SessionPlan) -> [EffectPlan] {
    plan.effects.filter { effect in
      effect.listen?.value == strip.name
        && plan.strips.contains { $0.effects.contains { $0.value == effect.name } }
    }
  }

  /// Inputs and outputs whose device is known, with words about it.
  private static func devices(_ plan: SessionPlan) -> [(address: String, words: String)] {
    plan.strips.compactMap { strip in strip.input.map { (strip.address, DeviceWords.words($0)) } }
      + plan.outputs.compactMap { output in
        DeviceWords.words(output).map { (output.address, $0) }
      }
  }

  /// The lines of a Graphviz file.
  static func dot(_ plan: SessionPlan) -> [String] {
    func quoted(_ text: String) -> String {
      "\""
        + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n") + "\""
    }
    return [
      "digraph \(quoted(plan.name?.value ?? plan.source.file)) {", "  rankdir = LR",
      "  node [shape = box]",
    ]
      + devices(plan).map { address, words in
        "  \(quoted(address)) [label = \(quoted("\(address)\n\(words)"))]"
      }
      + connections(plan).map {
        "  \(quoted($0.from)) -> \(quoted($0.to))\($0.attributes)"
      } + ["}"]
  }
}
