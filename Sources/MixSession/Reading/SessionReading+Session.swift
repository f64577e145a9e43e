import MixEngine
import TOML

// The whole session, one table after the other.
extension SessionReading {
  mutating func readSession(_ root: TOMLTable) -> SessionPlan {
    let tables = collectTables(root)
    collectNames(tables.named)
    let session = readSingle(.session, tables)
    var plan = SessionPlan(
      source: source, name: session.text("name"),
      sampleRate: session.number("sample_rate").map {
        Placed(SampleRate(Int($0.value)), at: $0.range)
      } ?? Placed(SampleRate(48_000)),
      endWith: session.text("end_with"), events: [], strips: [], effects: [], crossfader: nil,
      outputs: readOutputs(tables), recorders: [])
    if let found = session["eq_crossover"], case .crossover(let crossover) = found.value {
      plan.crossover = Placed(crossover, at: found.range)
    }
    for table in tables.named {
      switch table.kind {
      case .player, .input, .oscillator, .bus: plan.strips.append(readStrip(table))
      case .effect:
        if let effect = readEffect(table) { plan.effects.append(effect) }
      case .recorder: plan.recorders.append(readRecorder(table, rate: plan.sampleRate))
      default: break
      }
    }
    plan.crossfader = readCrossfader(tables, strips: plan.strips)
    checkReferences(plan)
    checkEffects(plan, tables.named)
    checkVirtualDevices(plan)
    let midi = tables.single[.midi]
    addBuiltInBuses(
      to: &plan,
      addresses: Self.addresses(in: session["events"]) + Self.addresses(inSection: midi))
    if let midi { plan.midi.sections = [readSection(midi, of: plan)] }
    plan.events = readEvents(session["events"], plan)
    checkMarks(plan)
    // Events and controls may turn sends up that no key names.
    checkCircles(plan)
    return plan
  }

  private mutating func readSingle(_ kind: TableKind, _ tables: Tables) -> KeyValues {
    guard let table = tables.single[kind] else { return KeyValues() }
    return readKeys(table, KeyTable.keys(of: kind), owner: kind.withArticle, kind: kind)
  }

  // MARK: Strips

  private mutating func readStrip(_ table: NamedTable) -> StripPlan {
    let name = table.key.name
    let keys =
      table.kind == .bus ? KeyTable.keys(ofBus: name) : KeyTable.keys(of: table.kind)
    let isBuiltIn = table.kind == .bus && (name == "main" || name == "cue")
    let values = readKeys(
      table.table, keys, owner: isBuiltIn ? "bus \(name)" : table.kind.withArticle,
      kind: isBuiltIn || table.kind != .bus ? table.kind : nil, name: name)
    let source: StripPlan.Source =
      switch table.kind {
      case .player: .player(readPlayer(values, "player.\(name)"))
      case .input: .input(readInput(values))
      case .oscillator: .oscillator
      default: .bus
      }
    return strip(name, range: table.key.range, source, keys: keys, values)
  }

  private func strip(
    _ name: String, range: SourceRange?, _ source: StripPlan.Source, keys: [SessionKey],
    _ values: KeyValues
  ) -> StripPlan {
    var plan = StripPlan(
      name: name, nameRange: range, source: source, parameters: [],
      balanceLaw: values.word("balance_law", as: BalanceLaw.self) ?? Placed(.linear),
      effects: [],
      to: values.text("to").map { Placed($0.value == "none" ? nil : $0.value, at: $0.range) }
        ?? Placed(keys.contains { $0.name == "to" } ? "main" : nil),
      crossfade: values.word("crossfade", as: CrossfadeSide.self) ?? Placed(.none))
    if case .names(let names)? = values["effects"]?.value { plan.effects = names }
    if case .sends(let sends)? = values["sends"]?.value {
      plan.sends = sends.map { SendPlan($0.bus, of: plan.address, level: $0.level) }
    }
    if source == .bus {
      plan.sendPoint = values.word("point", as: SendPoint.self) ?? Placed(.post)
    }
    if let limiter = values["limiter"], case .toggle(let isOn) = limiter.value {
      plan.limiter = Placed(isOn, at: limiter.range)
    }
    plan.parameters = parameters(keys, of: plan.address, values)
    if let input = plan.input { Self.setMonitor(input, of: &plan) }
    return plan
  }

  func parameters(
    _ keys: [SessionKey], of module: String, _ values: KeyValues
  ) -> [ParameterValue] {
    keys.compactMap { key in
      key.descriptor.map { ParameterValue($0, of: module, values.parameter(key.name)) }
    }
  }

  private mutating func readPlayer(_ values: KeyValues, _ address: String) -> PlayerPlan {
    var plan = PlayerPlan(start: values.start())
    plan.file = values.text("file").map { Placed(SessionPath($0.value), at: $0.range) }
    if let path = paths["\(address).file"] { plan.file = Placed(path) }
    if let region = values["region"], case .region(let range) = region.value {
      plan.region = Placed(range, at: region.range)
    }
    plan.loopIn = values.number("loop_in")
    plan.loopOut = values.number("loop_out")
    checkLoop(plan)
    return plan
  }

  private mutating func checkLoop(_ plan: PlayerPlan) {
    let start = plan.region?.value.lowerBound ?? 0
    let end = plan.region?.value.upperBound ?? .infinity
    let region = plan.region?.range.map { (message: "the region is defined here", range: $0) }
    if let loopIn = plan.loopIn, let range = loopIn.range, !(start..<end).contains(loopIn.value) {
      error(
        "loop_in is \(Shown.number(loopIn.value)) s, outside of the region", at: range,
        note: region)
      return
    }
    guard let loopOut = plan.loopOut, let range = loopOut.range else { return }
    if let loopIn = plan.loopIn, loopOut.value <= loopIn.value {
      error(
        "loop_out is \(Shown.number(loopOut.value)) s, not behind loop_in at "
          + "\(Shown.number(loopIn.value)) s", at: range,
        note: loopIn.range.map { ("loop_in is defined here", $0) })
    } else if loopOut.value <= start || loopOut.value > end {
      error(
        "loop_out is \(Shown.number(loopOut.value)) s, "
          + (plan.region == nil ? "at the file's first frame" : "outside of the region"),
        at: range, note: region)
    }
  }

  /// Cue is there when anything uses it; main always, and last.
  private mutating func addBuiltInBuses(to plan: inout SessionPlan, addresses: [String]) {
    for name in ["cue", "main"] {
      if let place = plan.strips.firstIndex(where: { $0.name == name && $0.kind == .bus }) {
        plan.strips.append(plan.strips.remove(at: place))
        continue
      }
      let isUsed =
        name == "main"
        || plan.strips.contains { strip in
          strip.to.value == name || strip.sends.contains { $0.bus.value == name }
        }
        || plan.recorders.contains { $0.tap.value == name }
        || plan.outputs.contains { $0.from.value == name }
        || plan.effects.contains { $0.listen?.value == name }
        || addresses.contains { address in
          address.hasPrefix("bus.cue.")
            || SendPlan.isAddress(address) && address.hasSuffix(".sends.cue")
        }
      if isUsed {
        plan.strips.append(
          strip(name, range: nil, .bus, keys: KeyTable.keys(ofBus: name), KeyValues()))
      }
    }
  }

  // MARK: Other tables

  private mutating func readEffect(_ table: NamedTable) -> EffectPlan? {
    guard let type = table.table["type"] else {
      if !isBroken {
        let words = EffectCatalogue.kinds.map(\.word)
        error(
          "effect '\(Shown.word(table.key.name))' has no type", at: table.key.range,
          help: "the types are \(words.joined(separator: ", "))")
      }
      return nil
    }
    guard case .string(let word) = type.value.kind else {
      wrongKind(type.value, named: "type", wanted: "text", help: "type = \"delay\"")
      return nil
    }
    guard let kind = EffectCatalogue.kind(word) else {
      let words = EffectCatalogue.kinds.map(\.word)
      error(
        "'\(Shown.word(word))' is not a type of effect", at: type.value.range,
        help: Shown.help(
          nearest: NearestName.find(word, in: words),
          all: "the types are \(words.joined(separator: ", "))"))
      return nil
    }
    let keys = KeyTable.keys(ofEffect: kind)
    let values = readKeys(
      table.table, keys, owner: "a \(word) effect", kind: .effect, name: table.key.name)
    let address = "effect.\(table.key.name)"
    if kind.listens, table.table["listen"] == nil, !isBroken {
      error(
        "effect '\(Shown.word(table.key.name))' has no listen", at: table.key.range,
        help: "the strip under whose sound it acts: listen = \"voice\"")
    }
    return EffectPlan(
      name: table.key.name, nameRange: table.key.range, kind: kind,
      parameters: parameters(keys, of: address, values), listen: values.text("listen"))
  }

  private mutating func readCrossfader(
    _ tables: Tables, strips: [StripPlan]
  ) -> CrossfaderPlan? {
    let hasSides = strips.contains { $0.crossfade.value != .none }
    if let range = tables.crossfaderRange, !hasSides {
      warn(
        "no strip stands on a side of the crossfader", at: range,
        help: "in a player: crossfade = \"left\"")
    }
    guard hasSides || tables.crossfaderRange != nil else { return nil }
    let values = readSingle(.crossfader, tables)
    return CrossfaderPlan(
      parameters: parameters(KeyTable.keys(of: .crossfader), of: CrossfaderPlan.address, values),
      curve: values.word("curve", as: CrossfaderCurve.self) ?? Placed(.additive))
  }

  private mutating func readRecorder(
    _ table: NamedTable, rate: Placed<SampleRate>
  ) -> RecorderPlan {
    let name = table.key.name
    let values = readKeys(
      table.table, KeyTable.keys(of: .recorder), owner: TableKind.recorder.withArticle,
      kind: .recorder, name: name)
    let address = "recorder.\(name)"
    let plan = RecorderPlan(
      name: name, nameRange: table.key.range,
      tap: values.text("tap") ?? Placed("main"),
      point: values.word("point", as: RecorderPoint.self) ?? Placed(.post),
      file: paths["\(address).file"].map { Placed($0) }
        ?? values.text("file").map { Placed(SessionPath($0.value), at: $0.range) }
        ?? Placed(SessionPath("\(name).wav")),
      encoding: values.word("encoding", as: RecorderEncoding.self), start: values.start(),
      cueSheet: values.toggle("cue_sheet"))
    checkFile(of: plan)
    return plan
  }

  private mutating func checkFile(of plan: RecorderPlan) {
    let kinds = ["wav", "flac", "ogg", "opus"]
    let ending = plan.file.value.ending
    if let range = plan.file.range, !(kinds + ["aiff", "aif", "caf"]).contains(ending) {
      let shown = Shown.choice(kinds)
      if ending.isEmpty {
        error(
          "a take's file ends in \(shown)", at: range,
          help: "file = \"\(Shown.word(plan.file.value.text)).wav\"")
      } else {
        error("a take's file ends in \(shown), not \(Shown.word(ending))", at: range)
      }
      return
    }
    guard let encoding = plan.encoding, let range = encoding.range else { return }
    switch ending {
    case "flac" where encoding.value == .float:
      error(
        "FLAC has no \"float\"", at: range,
        help: "encoding = \"pcm_24\", or a file that ends in wav")
    case "ogg", "opus":
      error(
        "\(ending == "ogg" ? "Ogg Vorbis" : "Opus") has an encoding of its own", at: range,
        help: "leave the key out")
    default: break
    }
  }
}
