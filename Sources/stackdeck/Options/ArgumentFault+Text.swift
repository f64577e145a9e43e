import MixEngine
import MixIO

extension ArgumentFault {
  /// The fault in words; `option` is the option as it was typed.
  func message(of option: String) -> String {
    switch self {
    case .outOfRange(let range, let unit, let value):
      let low = TypedNumber.shown(range.lowerBound)
      let high = TypedNumber.shown(range.upperBound)
      let shown = TypedNumber.number(value.bytes) == nil ? "'\(value.shown)'" : value.shown
      let unitOfNumber = shown.hasPrefix("'") ? "" : " " + unit
      return "\(option) must be \(low)…\(high) \(unit), not \(shown)\(unitOfNumber)"
    case .notWhole(let value):
      return "\(option) must be a whole number 0…\(UInt64.max), not '\(value.shown)'"
    case .notAChoice(let words, let value):
      return "\(option) must be \(WordList.joined(words, by: "or")), not '\(value.shown)'"
    case .unwritableEnding(let path, _):
      if path.bytes.isEmpty { return "\(option) needs a value, not an empty one" }
      let ending = path.path.ending
      return ending.isEmpty
        ? "'\(path.shown)' does not say what kind of file to write"
        : "'\(path.shown)': files of the kind '\(ending)' can't be written"
    case .sinkWithoutName:
      return "\(option) pulse: needs the name of a sink"
    case .notASetting(let text):
      return "\(option) must be ADDRESS=VALUE, not '\(ShownText.of(Array(text.utf8)))'"
    case .notText(let value):
      return "\(option) must be UTF-8 text, not '\(value.shown)'"
    }
  }

  var help: String? {
    switch self {
    case .outOfRange(_, _, let value): Self.numberHelp(value)
    case .notWhole: nil
    case .notAChoice(let words, let value):
      NearestName.find(value.shown, in: words).map { "did you mean \($0)?" }
    case .unwritableEnding(let path, let words): Self.endingHelp(path, words)
    case .sinkWithoutName: "stackdeck devices lists the sinks"
    case .notASetting: "--set player.a.gain=-6"
    case .notText: nil
    }
  }

  /// Two usual slips: a comma for a point, and a unit.
  private static func numberHelp(_ value: TypedWord) -> String? {
    guard TypedNumber.number(value.bytes) == nil, let text = value.text else { return nil }
    if let comma = text.firstIndex(of: ",") {
      let pointed = text[..<comma] + "." + text[text.index(after: comma)...]
      if TypedNumber.number(Array(pointed.utf8)) != nil {
        return "a point, not a comma: \(pointed)"
      }
    }
    let digits = text.prefix { $0.isNumber || "+-.".contains($0) }
    let unit = text.dropFirst(digits.count)
    if !unit.isEmpty, unit.allSatisfy({ $0.isLetter || " %".contains($0) }),
      TypedNumber.number(Array(digits.utf8)) != nil
    {
      return "without the unit: \(digits)"
    }
    return nil
  }

  private static func endingHelp(_ path: TypedWord, _ words: [String]) -> String {
    if let near = NearestName.find(path.shown, in: words), !words.isEmpty {
      return "did you mean \(near)?"
    }
    let files = "a file ends with \(TakeKind.shown)"
    return words.isEmpty ? files : files + "; or \(WordList.joined(words, by: "or"))"
  }
}
