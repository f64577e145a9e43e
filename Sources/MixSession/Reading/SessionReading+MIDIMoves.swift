import MixEngine
import TOML

// How an entry moves what it moves, and shows what it shows: which keys make sense together.
extension SessionReading {
  mutating func readMoves(
    _ text: MIDIEntryText, _ targets: [MIDITargetText], into plan: inout MIDIEntryPlan
  ) {
    checkRelative(text, targets)
    checkWay(text, targets)
    checkHold(text, targets)
    checkPress(text, targets)
    plan.range = readRange(text, targets)
    plan.value = readValue(text, targets)
    plan.light = readLight(text, targets[0])
  }

  // MARK: Turning

  private mutating func checkRelative(_ text: MIDIEntryText, _ targets: [MIDITargetText]) {
    let kind = text.control.kind
    if let range = text.key("relative") {
      if kind == .nrpn || kind == .rpn {
        error(
          "relative is for cc, not for \(kind.rawValue)", at: range,
          help: "data increment and decrement are steps without it")
      } else if kind != .cc {
        error("relative is for cc, not for \(kind.rawValue)", at: range)
      } else {
        needsNumber("relative", at: range, targets)
      }
      for key in ["takeover", "hold", "value", "step"] {
        guard let other = text.key(key) else { continue }
        error(
          "\(key) does not go with relative", at: other,
          help: key == "step"
            ? "sensitivity says how much a click adds"
            : key == "takeover"
              ? "an endless encoder stands nowhere: it has nothing to take over"
              : nil)
      }
    } else if let range = text.key("sensitivity"), kind != .nrpn, kind != .rpn {
      error(
        "sensitivity is for encoders", at: range,
        help: "relative = \"1/127\" where it is one")
    }
  }

  /// Of range, taper and takeover.
  private mutating func checkWay(_ text: MIDIEntryText, _ targets: [MIDITargetText]) {
    for key in ["range", "taper", "takeover"] {
      guard let range = text.key(key), key != "takeover" || text.key("relative") == nil else {
        continue
      }
      guard needsNumber(key, at: range, targets) else { continue }
      if key == "takeover", text.isPress {
        error(
          "takeover is for faders and knobs, a press needs none", at: range,
          help: "leave it out")
      } else if key != "takeover", text.key("value") != nil {
        error("\(key) does not go with value", at: range, help: "leave it out")
      }
    }
  }

  @discardableResult
  private mutating func needsNumber(
    _ key: String, at range: SourceRange, _ targets: [MIDITargetText]
  ) -> Bool {
    if targets.contains(where: \.entry.isNumber) { return true }
    error("\(key) is for numbers, \(targets[0].isWhat)", at: range)
    return false
  }

  private mutating func readRange(
    _ text: MIDIEntryText, _ targets: [MIDITargetText]
  ) -> [Double]? {
    guard let ends = readEnds(text) else { return nil }
    for target in targets {
      guard case .parameter(let descriptor) = target.entry, !descriptor.isSwitch else { continue }
      let name = descriptor.name
      let values = ends.map { end -> Double? in
        guard case .number(let number)? = readParameter(end, descriptor, named: name) else {
          return nil
        }
        return number
      }
      // One address is enough to say that it does not fit.
      guard let low = values[0], let high = values[1] else { return nil }
      if target.address == targets.last(where: \.entry.isNumber)?.address {
        return checked(low, high, ends)
      }
    }
    return nil
  }

  /// The two values behind `range`.
  private mutating func readEnds(_ text: MIDIEntryText) -> [TOMLValue]? {
    guard let value = text.table["range"]?.value else { return nil }
    guard case .array(let ends) = value.kind else {
      wrongKind(
        value, named: "range", wanted: "a list of two numbers", help: "range = [-12, 0]")
      return nil
    }
    guard ends.count == 2 else {
      error(
        "range is a list of two numbers, not of \(ends.count)", at: value.range,
        help: "range = [-12, 0]")
      return nil
    }
    return ends
  }

  private mutating func checked(
    _ low: Double, _ high: Double, _ ends: [TOMLValue]
  ) -> [Double]? {
    if low != high { return [low, high] }
    error("both ends of range are \(Shown.number(low))", at: ends[1].range)
    return nil
  }

  // MARK: Pressing

  private mutating func checkHold(_ text: MIDIEntryText, _ targets: [MIDITargetText]) {
    guard let range = text.key("hold"), text.key("relative") == nil else { return }
    if let wrong = targets.first(where: { !$0.isSwitch }) {
      error("hold is for switches, \(wrong.isWhat)", at: range)
    } else if text.control.kind == .program {
      error("hold needs a release, and a program change has none", at: range)
    } else if let key = ["value", "step"].first(where: { text.key($0) != nil }) {
      error(
        "hold does not go with \(key)", at: range,
        help: key == "value" ? "hold is true while down, value sets the same at each press" : nil)
    }
  }

  /// Of value and step: whether the control can be pressed, and what is pressed takes them.
  private mutating func checkPress(_ text: MIDIEntryText, _ targets: [MIDITargetText]) {
    guard text.key("relative") == nil else { return }
    let kind = text.control.kind
    for key in ["value", "step"] {
      guard let range = text.key(key) else { continue }
      switch kind {
      case .note, .program, .cc, .nrpn, .rpn: break
      case .cc14, .keyPressure, .pitchBend, .pressure:
        error("\(key) is for a press, and \(kind.rawValue) is none", at: range)
      }
    }
    guard let range = text.key("step") else { return }
    if text.key("value") != nil {
      error("value sets, step adds: an entry has one of them", at: range)
    } else if let wrong = targets.first(where: { !$0.entry.isNumber }) {
      error("step is for numbers, \(wrong.isWhat)", at: range)
    } else if let step = text.values.number("step"), step.value == 0, let range = step.range {
      error("a step of 0 changes nothing", at: range)
    }
  }

  private mutating func readValue(
    _ text: MIDIEntryText, _ targets: [MIDITargetText]
  ) -> AddressValue? {
    guard text.key("relative") == nil, text.key("step") == nil else { return nil }
    var read: AddressValue?
    for target in targets {
      let address = target.address
      if text.key("value") == nil {
        // What a press does is plain: it toggles, goes to the other end, or happens.
        guard case .action(let action, _) = target.entry, let range = address.range,
          action.argument == .position || action.argument == .seconds
        else { continue }
        _ = readValue(nil, of: target.entry, address.value, owner: range)
        return nil
      }
      guard
        let value = readValue(
          text.table["value"], of: target.entry, address.value, owner: text.range)
      else { return nil }
      read = value.value
    }
    return read
  }

  // MARK: Showing

  /// The range of what is shown, as somebody wrote it; nil: the usual one.
  mutating func readShown(
    _ text: MIDIEntryText, _ from: Placed<String>, _ entry: AddressEntry
  ) -> [Double]? {
    for key in ["relative", "sensitivity", "takeover", "hold", "value", "step", "led"] {
      guard let range = text.key(key) else { continue }
      error("\(key) is for what is moved, \(from.value) is only shown", at: range)
    }
    if text.control.kind == .program, let range = text.key("program") {
      error("a program change shows nothing", at: range, help: "cc = 7, or note = 7")
    }
    switch entry {
    case .parameter(let descriptor):
      guard let ends = readEnds(text) else { return nil }
      if descriptor.isSwitch { return notOfSwitch(text, from) }
      let values = ends.map { end -> Double? in
        guard case .number(let number)? = readParameter(end, descriptor, named: descriptor.name)
        else { return nil }
        return number
      }
      guard let low = values[0], let high = values[1] else { return nil }
      return checked(low, high, ends)
    case .reading(let reading):
      if let range = text.key("taper") {
        error("taper is for parameters, \(from.value) is a reading", at: range)
      }
      guard let ends = readEnds(text) else {
        if reading.usualRange == nil, text.key("range") == nil, let range = from.range {
          error(
            "\(from.value) needs a range", at: range,
            help: "what is dark and what is full: range = [0, 300]")
        }
        return nil
      }
      if reading == .clip { return notOfSwitch(text, from) }
      let values = ends.map {
        readNumber($0, named: "range", unit: reading.unit, from: -100_000, to: 100_000)
      }
      guard let low = values[0], let high = values[1] else { return nil }
      return checked(low, high, ends)
    case .action, .key: return nil
    }
  }

  private mutating func notOfSwitch(
    _ text: MIDIEntryText, _ from: Placed<String>
  ) -> [Double]? {
    if let range = text.key("range") {
      error("range is for numbers, \(from.value) is a switch", at: range)
    }
    return nil
  }

  // MARK: Lights

  private mutating func readLight(
    _ text: MIDIEntryText, _ target: MIDITargetText
  ) -> MIDILightPlan? {
    guard let entry = text.table["led"] else { return nil }
    var light = MIDILightPlan()
    switch entry.value.kind {
    case .boolean(true): break
    case .table(let table):
      let values = readKeys(table, KeyTable.midiLight, owner: "a light", kind: nil)
      read(values, table, into: &light)
      for key in ["wait", "loaded"] {
        guard let range = table[key]?.key.range, !target.isOfPlayer else { continue }
        error("\(key) is for what a player does, \(target.isWhat)", at: range)
      }
    case .boolean(false):
      error("led is true or a table, not false", at: entry.value.range, help: "leave it out")
      return nil
    default:
      wrongKind(
        entry.value, named: "led", wanted: "true or a table", help: "led = { on = 127, off = 0 }")
      return nil
    }
    checkLight(light, of: text, target, at: entry.key.range)
    return light
  }

  private mutating func read(
    _ values: KeyValues, _ table: TOMLTable, into light: inout MIDILightPlan
  ) {
    func number(_ key: String) -> Int? { values.number(key).map { Int($0.value) } }
    light.on = number("on") ?? light.on
    light.off = number("off") ?? light.off
    light.wait = number("wait")
    light.loaded = number("loaded")
    light.channel = number("channel").map { $0 - 1 }
    light.control =
      number("note").map { MIDIControl(.note, $0) } ?? number("cc").map { MIDIControl(.cc, $0) }
    if let note = table["note"], let cc = table["cc"] {
      let later = note.key.range.start < cc.key.range.start ? cc : note
      error("a light is a note or a cc, not both", at: later.key.range)
    }
  }

  private mutating func checkLight(
    _ light: MIDILightPlan, of text: MIDIEntryText, _ target: MIDITargetText,
    at range: SourceRange
  ) {
    if case .action(let action, _) = target.entry, [.stopAll, .fade, .reload].contains(action) {
      error("\(target.address.value) has nothing that a light could show", at: range)
      return
    }
    guard light.control == nil else { return }
    switch text.control.kind {
    case .cc, .note:
      guard target.entry.isNumber, !text.isPress else { return }
      error(
        "a fader has no light of its own", at: range,
        help: "a light elsewhere: led = { note = 5 }; its value on the device: "
          + "{ from = \"\(target.address.value)\", cc = \(text.control.number) }")
    default:
      error(
        "a light is a note or a cc, and \(text.control.kind.rawValue) is neither", at: range,
        help: "led = { note = 5 }")
    }
  }
}

extension MIDITargetText {
  fileprivate var isOfPlayer: Bool {
    guard case .action(let action, _) = entry else { return false }
    return ActionKind.ofPlayer.contains(action)
  }
}
