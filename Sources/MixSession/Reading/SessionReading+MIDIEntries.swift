import MixEngine
import TOML

// One entry of a map: a control, and what it moves or shows.
extension SessionReading {
  /// An entry, as far as it could be read.
  struct MIDIEntryText {
    let table: TOMLTable
    let range: SourceRange
    let values: KeyValues
    let control: MIDIControl

    /// Where a key stands; nil: it is not there.
    func key(_ name: String) -> SourceRange? { table[name]?.key.range }

    /// Whether a press is meant, and not a place on a way.
    var isPress: Bool {
      control.kind == .note || control.kind == .program || key("value") != nil
        || key("step") != nil
    }
  }

  mutating func readEntry(
    _ element: TOMLValue, _ context: MIDIReadingContext, _ missing: inout MIDIMissing
  ) -> MIDIEntryPlan? {
    guard case .table(let table) = element.kind else {
      error(
        "an entry is a table, not \(Self.kind(of: element))", at: element.range,
        help: "{ cc = 7, to = \"player.a.gain\" }")
      return nil
    }
    let before = errorCount
    let values = readKeys(table, KeyTable.midiEntry, owner: "an entry", kind: nil)
    // A word that nobody knows may be what is missing.
    let isComplete = table.entries.allSatisfy { entry in
      KeyTable.midiEntry.contains { $0.name == entry.key.name }
    }
    let control = readControl(table, values, at: element.range, isComplete: isComplete)
    let channel = values.number("channel").map { Int($0.value) - 1 }
    checkPort(values.text("port"), context)
    checkLayer(values.text("layer"))
    checkDirection(table, at: element.range, isComplete: isComplete)
    guard let control else { return nil }
    let text = MIDIEntryText(
      table: table, range: element.range, values: values, control: control)
    var plan = MIDIEntryPlan(
      place: element.range, control: control, channel: channel, port: values.text("port"), to: [],
      from: nil, relative: values.word("relative", as: RelativeEncoding.self)?.value, range: nil,
      isLinear: values.text("taper")?.value == "linear",
      sensitivity: values.number("sensitivity")?.value ?? 1,
      takeover: values.word("takeover", as: Takeover.self)?.value,
      isHeld: values.number("hold")?.value == 1, value: nil,
      step: values.number("step")?.value, layer: values.text("layer")?.value, light: nil)
    let hadMissing = missing.addresses.count
    if let from = values.text("from"), table["to"] == nil {
      guard let entry = resolve(from, context, isShown: true, &missing) else {
        if missing.addresses.count > hadMissing { missing.entryCount += 1 }
        return nil
      }
      plan.from = from
      plan.range = readShown(text, from, entry)
    } else if table["from"] == nil {
      let targets = readTargets(values.texts("to"), context, &missing)
      plan.to = targets.map(\.address)
      if targets.isEmpty {
        if missing.addresses.count > hadMissing, errorCount == before { missing.entryCount += 1 }
        return nil
      }
      readMoves(text, targets, into: &plan)
    }
    return errorCount == before ? plan : nil
  }

  // MARK: Where it comes from

  private mutating func readControl(
    _ table: TOMLTable, _ values: KeyValues, at range: SourceRange, isComplete: Bool
  ) -> MIDIControl? {
    let kinds = table.entries.compactMap { entry in
      MIDIControl.Kind(rawValue: entry.key.name).map { (kind: $0, range: entry.key.range) }
    }
    guard let first = kinds.first else {
      if isComplete, !isBroken {
        error(
          "an entry says what arrives", at: range,
          help: "one of " + KeyTable.midiControls.map(\.name).joined(separator: ", "))
      }
      return nil
    }
    for other in kinds.dropFirst() {
      error(
        "an entry has one control, and \(first.kind.rawValue) is one already", at: other.range,
        help: "make a second entry")
    }
    guard let number = values.number(first.kind.rawValue) else { return nil }
    return MIDIControl(first.kind, first.kind.greatestNumber == nil ? 0 : Int(number.value))
  }

  private mutating func checkPort(_ port: Placed<String>?, _ context: MIDIReadingContext) {
    guard let port, let range = port.range, !context.connect.isEmpty else { return }
    let wanted = port.value.lowercased()
    let isThere = context.connect.contains { name in
      let name = name.value.lowercased()
      return name.contains(wanted) || wanted.contains(name)
    }
    if isThere { return }
    let names = context.connect.map(\.value)
    error(
      "connect has no port '\(Shown.word(port.value))'", at: range,
      help: Shown.help(
        nearest: NearestName.find(port.value, in: names),
        all: "connect has " + names.map { "\"\(Shown.word($0))\"" }.joined(separator: ", ")))
  }

  private mutating func checkLayer(_ layer: Placed<String>?) {
    guard let layer, let range = layer.range else { return }
    if layer.value == "base" || layer.value == "none" {
      error(
        "an entry without a layer is in the base", at: range, help: "leave the key out")
    } else {
      checkCharacters(of: layer.value, at: range)
    }
  }

  private mutating func checkDirection(
    _ table: TOMLTable, at range: SourceRange, isComplete: Bool
  ) {
    switch (table["to"], table["from"]) {
    case (nil, nil) where isComplete && !isBroken:
      error(
        "an entry moves something, or shows something", at: range,
        help: "to = \"player.a.gain\", or from = \"bus.main.level\"")
    case (let to?, let from?):
      error(
        "an entry has to or from, not both", at: max(to.key.range, from.key.range),
        help: "make a second entry")
    default: break
    }
  }

  private func max(_ left: SourceRange, _ right: SourceRange) -> SourceRange {
    left.start < right.start ? right : left
  }

  // MARK: Where it goes

  /// What an address is; nil, and told, where it is nothing; nil, and noted, where a map file has it
  /// for other sessions.
  private mutating func resolve(
    _ address: Placed<String>, _ context: MIDIReadingContext, isShown: Bool,
    _ missing: inout MIDIMissing
  ) -> AddressEntry? {
    guard let range = address.range else { return nil }
    let book = context.addresses
    let problem: AddressProblem
    switch isShown ? book.resolveShown(address.value) : book.resolve(address.value) {
    case .success(let entry): return entry
    case .failure(let found): problem = found
    }
    if context.isMap, book.lacksObject(of: address.value) {
      missing.addresses.append(address.value)
      return nil
    }
    if address.value.hasPrefix("layer.") {
      if isShown {
        error("a layer is a switch, which is not shown", at: range, help: "its light: led = true")
        return nil
      }
      if context.mayHaveOtherLayers { return .action(.layer, module: address.value) }
      error(
        Self.noLayer(address.value), at: range,
        help: Self.layerHelp(address.value, in: book.layers))
      return nil
    }
    let isCrossfader = AddressBook.isOfCrossfader(address.value) && !book.hasCrossfader
    // A side, or a table, that is wrong is none.
    if isCrossfader, hasErrors { return nil }
    if mayBeUnread(Self.object(of: address.value)) { return nil }
    var help = problem.help
    if isCrossfader { help = "it is there when a strip has a side: crossfade = \"left\"" }
    if case .reading = problem { help = "to show it on the device: from = \"\(address.value)\"" }
    error(problem.message, at: range, help: help)
    return nil
  }

  static func noLayer(_ address: String) -> String {
    "no entry stands in layer '\(Shown.word(String(address.dropFirst(6))))'"
  }

  static func layerHelp(_ address: String, in layers: [String]) -> String? {
    let name = String(address.dropFirst(6))
    if let near = NearestName.find(name, in: layers) { return "did you mean layer.\(near)?" }
    return layers.isEmpty
      ? "an entry stands in it by layer = \"\(Shown.word(name))\""
      : "there are \(layers.map { "layer.\($0)" }.joined(separator: ", "))"
  }

  private mutating func readTargets(
    _ addresses: [Placed<String>], _ context: MIDIReadingContext, _ missing: inout MIDIMissing
  ) -> [MIDITargetText] {
    var targets: [MIDITargetText] = []
    for address in addresses {
      guard let range = address.range else { continue }
      if targets.contains(where: { $0.address == address }) {
        error("\(address.value) stands here twice", at: range)
        continue
      }
      guard let entry = resolve(address, context, isShown: false, &missing) else { continue }
      targets.append(MIDITargetText(address: address, entry: entry))
    }
    return targets
  }
}

/// One address that a control moves.
struct MIDITargetText {
  let address: Placed<String>
  let entry: AddressEntry

  /// "player.a.mute is a switch"
  var isWhat: String { "\(address.value) is \(entry.withArticle)" }

  /// Whether it is true or false: a switch, or an action that is one.
  var isSwitch: Bool {
    switch entry {
    case .parameter(let descriptor): descriptor.isSwitch
    case .action(let action, _): action.argument == .toggle
    case .reading, .key: false
    }
  }
}
