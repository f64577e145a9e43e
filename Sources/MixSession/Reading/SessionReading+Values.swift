import MixEngine
import TOML

// One value, by the shape of its key.
extension SessionReading {
  /// What stands behind a key; nil, and told, if it can't stand there.
  mutating func read(_ value: TOMLValue, of key: SessionKey) -> Placed<KeyValue>? {
    let read: KeyValue? =
      switch key.shape {
      case .parameter(let descriptor):
        readParameter(value, descriptor, named: key.name)
      case .number(let unit, let range, let isWhole):
        readNumber(
          value, named: key.name, unit: unit, from: range.lowerBound, to: range.upperBound,
          isWhole: isWhole
        ).map { .number($0) }
      case .text, .path, .name: readText(value, named: key.name).map { .text($0) }
      case .words(let words): readWord(value, words, named: key.name).map { .text($0) }
      case .effects: readNames(value, named: key.name).map { .names($0) }
      case .sends: readSends(value, named: key.name).map { .sends($0) }
      case .position: readPosition(value, named: key.name).map { .position($0) }
      case .region: readRegion(value, named: key.name).map { .region($0) }
      case .crossover: readCrossover(value, named: key.name).map { .crossover($0) }
      case .channels: readChannels(value, named: key.name).map { .channels($0) }
      case .monitor: readMonitor(value, named: key.name)
      case .start: readStart(value, named: key.name).map { .start($0) }
      case .events: readList(value, named: key.name, of: "events").map { .list($0) }
      case .texts:
        readTexts(value, named: key.name, help: "leave the key out").map { .texts($0) }
      case .addresses: readTexts(value, named: key.name).map { .texts($0) }
      case .address: readText(value, named: key.name).map { .text($0) }
      case .messages: readMessages(value, named: key.name).map { .messages($0) }
      case .entries: readEntries(value, named: key.name).map { .list($0) }
      case .channel: readChannel(value, named: key.name).map { .number($0) }
      case .present: readPresent(value, named: key.name).map { .toggle($0) }
      case .toggle: readSwitch(value, named: key.name).map { .toggle($0) }
      // Read when it is known what their address takes.
      case .value, .ends, .light: nil
      }
    return read.map { Placed($0, at: value.range) }
  }

  /// "gain is a number, not text"
  mutating func wrongKind(
    _ value: TOMLValue, named name: String, wanted: String, help: String? = nil
  ) {
    error("\(name) is \(wanted), not \(Self.kind(of: value))", at: value.range, help: help)
  }

  static func kind(of value: TOMLValue) -> String {
    switch value.kind {
    case .string: "text"
    case .integer, .float: "a number"
    case .boolean(let isOn): isOn ? "true" : "false"
    case .array: "a list"
    case .table: "a table"
    case .offsetDateTime, .localDateTime, .localDate: "a date"
    case .localTime: "a time"
    }
  }

  // MARK: Numbers and switches

  mutating func readParameter(
    _ value: TOMLValue, _ descriptor: ParameterDescriptor, named name: String
  ) -> KeyValue? {
    if descriptor.isSwitch { return readSwitch(value, named: name).map { .toggle($0) } }
    if let word = descriptor.word, case .string(let text) = value.kind {
      if text == word.text { return .number(Double(word.value)) }
      if Self.leadingNumber(text) == nil {
        error(
          "\(name) is a number or \"\(word.text)\", not \"\(Shown.word(text))\"", at: value.range)
        return nil
      }
    }
    let bounds = descriptor.range
    return readNumber(
      value, named: name, unit: descriptor.unit.rawValue, from: Double(bounds.lowerBound),
      to: Double(bounds.upperBound), rangeText: descriptor.rangeText
    ).map { .number($0) }
  }

  mutating func readNumber(
    _ value: TOMLValue, named name: String, unit: String, from low: Double, to high: Double,
    isWhole: Bool = false, rangeText: String? = nil
  ) -> Double? {
    let number: Double
    switch value.kind {
    case .integer(let integer): number = Double(integer)
    case .float(let float): number = float
    case .string(let text):
      wrongKind(
        value, named: name, wanted: "a number",
        help: Self.leadingNumber(text).map { "\(name) = \($0)" })
      return nil
    default:
      wrongKind(value, named: name, wanted: "a number")
      return nil
    }
    // The bounds of a descriptor are 32-bit numbers: 0.1 itself lies below that one's bound.
    let isInside = Float(number) >= Float(low) && Float(number) <= Float(high)
    guard isInside else {
      let range =
        rangeText ?? Shown.range(Shown.number(low), Shown.number(high), unit: unit)
      error(
        "\(name) must be \(range), not \(typed(value))" + (unit.isEmpty ? "" : " \(unit)"),
        at: value.range)
      return nil
    }
    if isWhole, number != number.rounded() {
      error("\(name) is a whole number, not \(typed(value))", at: value.range)
      return nil
    }
    return number
  }

  mutating func readSwitch(_ value: TOMLValue, named name: String) -> Bool? {
    switch value.kind {
    case .boolean(let isOn): return isOn
    case .string(let text):
      let isOn: Bool? =
        switch text.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
      wrongKind(
        value, named: name, wanted: "true or false",
        help: isOn.map { "without quotes: \(name) = \($0)" })
    case .integer(let number) where number == 0 || number == 1:
      wrongKind(
        value, named: name, wanted: "true or false", help: "\(name) = \(number == 1)")
    default:
      wrongKind(value, named: name, wanted: "true or false")
    }
    return nil
  }

  /// The number that a text with a unit begins with: of "-6 dB" it is "-6".
  static func leadingNumber(_ text: String) -> String? {
    var number = ""
    let trimmed = text.drop { $0 == " " }
    if trimmed.hasPrefix("-inf") || trimmed.hasPrefix("−inf") { return "-inf" }
    for character in trimmed {
      switch character {
      case "0"..."9": number.append(character)
      case "." where !number.contains("."):
        number.append(number.last?.isNumber == true ? "." : "0.")
      case "-" where number.isEmpty, "−" where number.isEmpty: number.append("-")
      case "+" where number.isEmpty: continue
      default:
        guard number.contains(where: \.isNumber) else { return nil }
        return number.hasSuffix(".") ? number + "0" : number
      }
    }
    guard number.contains(where: \.isNumber) else { return nil }
    return number.hasSuffix(".") ? number + "0" : number
  }

  // MARK: Text

  mutating func readText(_ value: TOMLValue, named name: String) -> String? {
    guard case .string(let text) = value.kind else {
      let help: String? =
        switch value.kind {
        case .integer, .float, .boolean: "in quotes: \(name) = \"\(source.typed(value.range))\""
        default: nil
        }
      wrongKind(value, named: name, wanted: "text", help: help)
      return nil
    }
    if text.isEmpty {
      error("\(name) is empty", at: value.range, help: "leave the key out")
      return nil
    }
    if text.utf8.contains(0) {
      error("\(name) can't have the character U+0000", at: value.range)
      return nil
    }
    return text
  }

  mutating func readWord(
    _ value: TOMLValue, _ words: [String], named name: String
  ) -> String? {
    let choice = Shown.choice(words.map { "\"\($0)\"" })
    guard case .string(let text) = value.kind else {
      wrongKind(value, named: name, wanted: choice)
      return nil
    }
    if words.contains(text) { return text }
    error(
      "\(name) is \(choice), not \"\(Shown.word(text))\"", at: value.range,
      help: Shown.help(nearest: NearestName.find(text, in: words), all: nil))
    return nil
  }

  /// One name or a list of names.
  private mutating func readNames(_ value: TOMLValue, named name: String) -> [Placed<String>]? {
    switch value.kind {
    case .string(let text): return [Placed(text, at: value.range)]
    case .array(let elements):
      var names: [Placed<String>] = []
      for element in elements {
        guard case .string(let text) = element.kind else {
          error(
            "\(name) is a list of names, with \(Self.kind(of: element)) in it",
            at: element.range)
          continue
        }
        names.append(Placed(text, at: element.range))
      }
      return names
    default:
      wrongKind(
        value, named: name, wanted: "a name or a list of names", help: "\(name) = [\"echo\"]")
      return nil
    }
  }

  /// One text or a list of texts, none of them empty.
  private mutating func readTexts(
    _ value: TOMLValue, named name: String, help: String? = nil
  ) -> [Placed<String>]? {
    guard case .array(let elements) = value.kind else {
      return readText(value, named: name).map { [Placed($0, at: value.range)] }
    }
    if elements.isEmpty {
      error("\(name) is empty", at: value.range, help: help)
      return nil
    }
    return elements.compactMap { element in
      guard case .string = element.kind else {
        error(
          "\(name) is a list of texts, with \(Self.kind(of: element)) in it", at: element.range)
        return nil
      }
      return readText(element, named: name).map { Placed($0, at: element.range) }
    }
  }

  private mutating func readChannel(_ value: TOMLValue, named name: String) -> Double? {
    let number: Double
    switch value.kind {
    case .integer(let integer): number = Double(integer)
    case .float(let float): number = float
    default: return readNumber(value, named: name, unit: "", from: 1, to: 16)
    }
    guard number >= 1, number <= 16 else {
      error(
        "a MIDI channel is 1…16, not \(typed(value))", at: value.range,
        help: number < 1 ? "the first channel is 1" : nil)
      return nil
    }
    return readNumber(value, named: name, unit: "", from: 1, to: 16, isWhole: true)
  }

  /// What has no number: only that it is there.
  private mutating func readPresent(_ value: TOMLValue, named name: String) -> Bool? {
    if case .boolean(true) = value.kind { return true }
    error(
      "\(name) is true, not \(Self.kind(of: value))", at: value.range, help: "\(name) = true")
    return nil
  }

  mutating func readList(
    _ value: TOMLValue, named name: String, of elements: String
  ) -> [TOMLValue]? {
    if case .array(let values) = value.kind { return values }
    wrongKind(value, named: name, wanted: "a list of \(elements)")
    return nil
  }
}
