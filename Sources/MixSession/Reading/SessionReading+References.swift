import MixEngine
import TOML

// Names that values give, and what they lead to.
extension SessionReading {
  mutating func checkReferences(_ plan: SessionPlan) {
    for strip in plan.strips {
      if let to = strip.to.value { checkBus(Placed(to, at: strip.to.range)) }
      checkSends(of: strip)
    }
    for output in plan.outputs { checkBus(output.from) }
    for listened in plan.recorders.map(\.tap) + plan.effects.compactMap(\.listen)
    where names.strip(listened.value) == nil {
      unknown(
        listened, "no strip or bus is named", in: names.strips.map(\.name),
        all: "this session has")
    }
    if let endWith = plan.endWith, !names.players.contains(endWith.value) {
      if let other = names.strip(endWith.value), let range = endWith.range {
        error("'\(other.name)' is \(other.kind.withArticle), not a player", at: range)
      } else {
        unknown(endWith, "no player is named", in: names.players, all: "this session has")
      }
    }
  }

  mutating func checkBus(_ name: Placed<String>) {
    if names.buses.contains(name.value) { return }
    guard let strip = names.strip(name.value) else {
      return unknown(name, "no bus is named", in: names.buses, all: "this session has")
    }
    guard let range = name.range else { return }
    error(
      "'\(strip.name)' is \(strip.kind.withArticle), not a bus", at: range,
      help: "this session has the buses \(names.buses.joined(separator: ", "))",
      note: strip.range.map { ("\(strip.kind.rawValue) \(strip.name) is defined here", $0) })
  }

  private mutating func unknown(
    _ name: Placed<String>, _ message: String, in known: [String], all: String
  ) {
    guard let range = name.range, !mayBeUnread(name.value) else { return }
    error(
      "\(message) '\(Shown.word(name.value))'", at: range,
      help: nearestHelp(name.value, in: known, all: all))
  }

  /// An effect stands in one place.
  mutating func checkEffects(_ plan: SessionPlan, _ tables: [NamedTable]) {
    var places: [String: (strip: StripPlan, range: SourceRange)] = [:]
    let known = names.effects.map(\.name)
    for strip in plan.strips {
      for effect in strip.effects {
        guard let range = effect.range else { continue }
        guard known.contains(effect.value) else {
          if !mayBeUnread(effect.value) {
            error(
              "no effect is named '\(Shown.word(effect.value))'", at: range,
              help: nearestHelp(effect.value, in: known, all: "this session has")
                ?? "make it: [effect.\(Shown.word(effect.value))]")
          }
          continue
        }
        if let other = places[effect.value] {
          error(
            "effect '\(effect.value)' already stands in \(other.strip.kind.rawValue) "
              + "\(other.strip.name) (line \(source.place(of: other.range).line))", at: range,
            help: "put both strips on a bus, or make a second table")
          continue
        }
        places[effect.value] = (strip, range)
      }
    }
    for effect in plan.effects where places[effect.name] == nil {
      warn(
        "effect '\(effect.name)' stands in no strip", at: effect.nameRange,
        help: "effects = [\"\(effect.name)\"]")
    }
  }
}
