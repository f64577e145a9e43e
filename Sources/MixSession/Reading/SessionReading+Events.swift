import MixEngine
import TOML

// What the session does by itself.
extension SessionReading {
  /// The addresses that events name, rightly or wrongly.
  static func addresses(in events: Placed<KeyValue>?) -> [String] {
    guard case .list(let elements)? = events?.value else { return [] }
    return elements.compactMap { element in
      guard case .table(let table) = element.kind, case .string(let to)? = table["to"]?.value.kind
      else { return nil }
      return to
    }
  }

  mutating func readEvents(_ events: Placed<KeyValue>?, _ plan: SessionPlan) -> [EventPlan] {
    guard case .list(let elements)? = events?.value else { return [] }
    let addresses = plan.addresses
    forgiveUnreadEffects(plan)
    return elements.compactMap { readEvent($0, addresses) }
  }

  /// Effects whose table is wrong have no addresses.
  mutating func forgiveUnreadEffects(_ plan: SessionPlan) {
    for effect in names.effects where plan.effect(named: effect.name) == nil {
      names.misplaced.insert(effect.name)
    }
  }

  private mutating func readEvent(_ element: TOMLValue, _ addresses: AddressBook) -> EventPlan? {
    guard case .table(let table) = element.kind else {
      error(
        "an event is a table, not \(Self.kind(of: element))", at: element.range,
        help: "{ at = 10, to = \"player.a.gain\", value = -6 }")
      return nil
    }
    var at: Placed<Double>?, to: Placed<String>?, over = Placed(0.0)
    var isWrong = false
    for entry in table.entries {
      guard let key = KeyTable.event.first(where: { $0.name == entry.key.name }) else {
        unknownKey(entry.key, KeyTable.event, owner: "an event", kind: nil, name: "")
        isWrong = true
        continue
      }
      if key.name == "value" { continue }
      guard let read = read(entry.value, of: key) else {
        isWrong = true
        continue
      }
      switch read.value {
      case .position(let seconds): at = Placed(seconds, at: read.range)
      case .text(let text): to = Placed(text, at: read.range)
      case .number(let seconds): over = Placed(seconds, at: read.range)
      default: break
      }
    }
    for key in ["at", "to"] where table[key] == nil && !isBroken {
      error("an event needs '\(key)'", at: element.range)
      isWrong = true
    }
    guard let to, let range = to.range else { return nil }
    let entry: AddressEntry
    switch addresses.resolve(to.value) {
    case .success(let found): entry = found
    case .failure(let problem):
      let isCrossfader = AddressBook.isOfCrossfader(to.value) && !addresses.hasCrossfader
      // A side that is wrong is no side.
      if isCrossfader, hasErrors { return nil }
      if !mayBeUnread(Self.object(of: to.value)) {
        error(
          problem.message, at: range,
          help: isCrossfader
            ? "it is there when a strip has a side: crossfade = \"left\"" : problem.help)
      }
      return nil
    }
    if case .action(let action, _) = entry, !action.hasFrame {
      error(
        "\(to.value) can't be an event", at: range,
        help: action == .layer
          ? "layers are for the entries of [midi]"
          : "it is for keys and controls; --watch reads a session when it is saved")
      return nil
    }
    let value = readValue(table["value"], of: entry, to.value, owner: element.range)
    if over.range != nil, !entry.isNumber {
      error(
        "over is for numbers, \(to.value) is \(entry.withArticle)",
        at: table["over"]!.key.range)
      return nil
    }
    guard let at, let value, !isWrong else { return nil }
    return EventPlan(at: at, to: to, entry: entry, value: value, over: over)
  }

  /// The name of what has an address.
  static func object(of address: String) -> String {
    let parts = address.split(separator: ".")
    return parts.count >= 2 ? String(parts[1]) : address
  }

  /// A value, as its address wants it; where it is missing, `owner` is what lacks it.
  mutating func readValue(
    _ entry: TOMLTable.Entry?, of target: AddressEntry, _ address: String, owner: SourceRange
  ) -> Placed<AddressValue>? {
    let name = address.split(separator: ".").last.map(String.init) ?? address
    let value = entry?.value
    let read: AddressValue?
    switch target {
    case .parameter(let descriptor):
      guard let value else { return needsValue(address, owner) }
      switch readParameter(value, descriptor, named: name) {
      case .number(let number)?: read = .number(number)
      case .toggle(let isOn)?: read = .toggle(isOn)
      default: read = nil
      }
    case .action(let action, _):
      switch action.argument {
      case .none:
        if let entry {
          error("\(address) has no value", at: entry.key.range, help: "leave it out")
          return nil
        }
        read = AddressValue.none
      case .toggle:
        guard let value else { return needsValue(address, owner) }
        read = readSwitch(value, named: name).map { .toggle($0) }
      case .position:
        guard let value else { return needsValue(address, owner) }
        read = readPosition(value, named: name).map { .number($0) }
      case .optionalPosition:
        guard let value else { return Placed(.none) }
        read = readPosition(value, named: name).map { .number($0) }
      case .optionalText:
        guard let value else { return Placed(.none) }
        read = readTitle(value, named: name).map { .text($0) }
      case .seconds:
        guard let value else { return needsValue(address, owner) }
        read = readNumber(value, named: name, unit: "s", from: 0, to: 86400).map { .number($0) }
      }
    case .reading, .key: return nil
    }
    return read.map { Placed($0, at: value?.range) }
  }

  private mutating func needsValue(
    _ address: String, _ owner: SourceRange
  ) -> Placed<AddressValue>? {
    if !isBroken { error("\(address) needs a value", at: owner) }
    return nil
  }
}
