import MixEngine
import TOML

/// What stands behind a key, as its shape wants it.
enum KeyValue: Sendable {
  case number(Double)
  case toggle(Bool)
  case text(String)
  case position(Double)
  case region(ClosedRange<Double>)
  case start(StartMode)
  case crossover(Crossover)
  case channels([Int])
  case names([Placed<String>])
  case sends([SendLevel])
  case texts([Placed<String>])
  case messages([[UInt8]])
  /// Elements that are read later, when all names are known.
  case list([TOMLValue])
}

/// The keys of one table that could be read.
struct KeyValues {
  var values: [String: Placed<KeyValue>] = [:]

  subscript(key: String) -> Placed<KeyValue>? { values[key] }

  func number(_ key: String) -> Placed<Double>? {
    guard let found = values[key] else { return nil }
    switch found.value {
    case .number(let value), .position(let value): return Placed(value, at: found.range)
    case .toggle(let isOn): return Placed(isOn ? 1 : 0, at: found.range)
    default: return nil
    }
  }

  func text(_ key: String) -> Placed<String>? {
    guard let found = values[key], case .text(let text) = found.value else { return nil }
    return Placed(text, at: found.range)
  }

  func texts(_ key: String) -> [Placed<String>] {
    guard let found = values[key], case .texts(let texts) = found.value else { return [] }
    return texts
  }

  /// A word of an enumeration.
  func word<Word: RawRepresentable & Sendable>(_ key: String, as: Word.Type) -> Placed<Word>?
  where Word.RawValue == String {
    guard let found = text(key), let word = Word(rawValue: found.value) else { return nil }
    return Placed(word, at: found.range)
  }

  /// A switch; false where nobody says it.
  func toggle(_ key: String) -> Placed<Bool> {
    guard let found = values[key], case .toggle(let isOn) = found.value else {
      return Placed(false)
    }
    return Placed(isOn, at: found.range)
  }

  func start() -> Placed<StartMode> {
    guard let found = values["start"], case .start(let mode) = found.value else {
      return Placed(.auto)
    }
    return Placed(mode, at: found.range)
  }

  func parameter(_ key: String) -> Placed<Float>? {
    number(key).map { Placed(Float($0.value), at: $0.range) }
  }
}
