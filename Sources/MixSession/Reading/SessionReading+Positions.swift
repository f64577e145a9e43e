import MixEngine
import TOML

// Positions: seconds, or text.
extension SessionReading {
  mutating func readPosition(_ value: TOMLValue, named name: String) -> Double? {
    let seconds: Double
    switch value.kind {
    case .integer(let integer): seconds = Double(integer)
    case .float(let float): seconds = float
    case .string(let text):
      guard let position = PositionText.seconds(text) else {
        var help = PositionText.rule
        if let number = Double(text), number.isFinite { help = "without quotes: \(name) = \(text)" }
        error("'\(Shown.word(text))' is not a position", at: value.range, help: help)
        return nil
      }
      seconds = position
    case .localTime:
      wrongKind(
        value, named: name, wanted: "a position",
        help: "in quotes: \(name) = \"\(source.typed(value.range))\"")
      return nil
    default:
      wrongKind(value, named: name, wanted: "a position", help: PositionText.rule)
      return nil
    }
    guard seconds >= 0 else {
      error("\(name) must be 0 s or later, not \(typed(value)) s", at: value.range)
      return nil
    }
    guard seconds <= PositionText.limit else {
      error("\(name) must be within 100 days, not \(typed(value)) s", at: value.range)
      return nil
    }
    return seconds
  }

  mutating func readStart(_ value: TOMLValue, named name: String) -> StartMode? {
    let wanted = "\"auto\", \"manual\" or a position"
    switch value.kind {
    case .string("auto"): return .auto
    case .string("manual"): return .manual
    case .string(let text) where !text.contains(where: \.isNumber):
      error(
        "\(name) is \(wanted), not \"\(Shown.word(text))\"", at: value.range,
        help: Shown.help(nearest: NearestName.find(text, in: ["auto", "manual"]), all: nil))
      return nil
    case .string, .integer, .float, .localTime:
      return readPosition(value, named: name).map { .at($0) }
    default:
      wrongKind(value, named: name, wanted: wanted)
      return nil
    }
  }

  mutating func readRegion(_ value: TOMLValue, named name: String) -> ClosedRange<Double>? {
    guard case .array(let ends) = value.kind else {
      wrongKind(
        value, named: name, wanted: "a list of two positions", help: "\(name) = [10, \"1:30\"]")
      return nil
    }
    guard ends.count == 2 else {
      error(
        "\(name) is a list of two positions, not of \(ends.count)", at: value.range,
        help: "\(name) = [10, \"1:30\"]")
      return nil
    }
    let start = readPosition(ends[0], named: name)
    let end = readPosition(ends[1], named: name)
    guard let start, let end else { return nil }
    guard start < end else {
      error(
        "\(name) ends at \(Shown.number(end)) s, not behind its start at \(Shown.number(start)) s",
        at: ends[1].range)
      return nil
    }
    return start...end
  }

  /// Two frequencies, the first below the second.
  mutating func readCrossover(_ value: TOMLValue, named name: String) -> Crossover? {
    let help = "\(name) = [246, 2484]"
    guard case .array(let ends) = value.kind else {
      wrongKind(value, named: name, wanted: "a list of two frequencies", help: help)
      return nil
    }
    guard ends.count == 2 else {
      error(
        "\(name) is a list of two frequencies, not of \(ends.count)", at: value.range, help: help)
      return nil
    }
    let low = readNumber(ends[0], named: name, unit: "Hz", from: 20, to: 20_000)
    let high = readNumber(ends[1], named: name, unit: "Hz", from: 20, to: 20_000)
    guard let low, let high else { return nil }
    guard low < high else {
      error(
        "\(name) has the lower frequency first, and \(Shown.number(high)) Hz is not above "
          + "\(Shown.number(low)) Hz", at: ends[1].range)
      return nil
    }
    return Crossover(low: low, high: high)
  }
}
