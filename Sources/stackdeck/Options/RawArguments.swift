/// What was typed, before anybody asks what it means.
///
/// The words are taken apart in one pass that knows only which options take a value. An option may
/// stand before or behind the verb and the operands; `--` ends the options.
struct RawArguments: Sendable {
  /// One option with its value.
  struct TypedOption: Sendable {
    let name: OptionName
    /// As it was typed: `-o`, `--output`.
    let typed: String
    let value: TypedWord?
    /// Which word it was, for the order of messages.
    let index: Int
  }

  /// A problem and the number of its word.
  struct Finding: Sendable {
    let index: Int
    let problem: ArgumentProblem

    /// The finding when the verb is known: what an option takes may depend on it.
    func known(of verb: Verb) -> Finding {
      guard case .missingValue(let typed, let name, _) = problem else { return self }
      return Finding(index: index, problem: .missingValue(typed: typed, name, verb: verb))
    }
  }

  /// A word that is neither an option nor its value.
  struct Operand: Sendable {
    let word: TypedWord
    let index: Int
  }

  private(set) var options: [TypedOption] = []
  /// The verb is the first of them.
  private(set) var operands: [Operand] = []
  /// Options that nobody has, by the number of their word.
  private(set) var unknown: [(index: Int, typed: TypedWord)] = []
  private(set) var findings: [Finding] = []

  private let words: [[UInt8]]
  private var position = 0

  /// - Parameter words: The words behind the program's name.
  init(_ words: [[UInt8]]) {
    self.words = words
    var optionsHaveEnded = false
    while position < words.count {
      let word = words[position]
      let hyphen = UInt8(ascii: "-")
      if optionsHaveEnded || word.count < 2 || word[0] != hyphen {
        operands.append(Operand(word: TypedWord(word), index: position))
      } else if word == [hyphen, hyphen] {
        optionsHaveEnded = true
      } else if word[1] == hyphen {
        readLong(word)
      } else {
        readShorts(word)
      }
      position += 1
    }
  }

  /// Whether an option was typed at all.
  func has(_ name: OptionName) -> Bool { options.contains { $0.name == name } }

  /// How messages about this command line are to be printed, as far as that can be understood.
  var color: ColorChoice {
    let typed = options.last { $0.name == .color }?.value?.text
    return typed.flatMap(ColorChoice.init) ?? .auto
  }

  private mutating func readLong(_ word: [UInt8]) {
    let index = position
    let equals = word.firstIndex(of: UInt8(ascii: "="))
    let typed = Array(word[..<(equals ?? word.endIndex)])
    let value = equals.map { TypedWord(Array(word[($0 + 1)...])) }
    guard let text = String(validating: typed, as: UTF8.self),
      let definition = OptionTable.definition(long: String(text.dropFirst(2)))
    else {
      unknown.append((index, TypedWord(typed)))
      return
    }
    switch (definition.value, value) {
    case (.none, let value?):
      find(index, .unexpectedValue(typed: text, value: value))
    case (.required, nil):
      appendWithNext(definition, text, index)
    default:
      append(definition, text, value, index)
    }
  }

  private mutating func readShorts(_ word: [UInt8]) {
    let index = position
    if let text = String(validating: word.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self),
      let definition = OptionTable.definition(long: String(text.dropFirst()))
    {
      find(index, .singleHyphen(typed: text, definition.name))
      return
    }
    var letter = 1
    while letter < word.count {
      let character = Character(Unicode.Scalar(word[letter]))
      let typed = "-\(character)"
      letter += 1
      guard word[letter - 1] < 0x80, let definition = OptionTable.definition(short: character)
      else {
        // The rest of the cluster may be the value of what nobody knows.
        let rest = word[letter - 1] < 0x80 ? Array(typed.utf8) : word
        unknown.append((index, TypedWord(rest)))
        return
      }
      guard case .required = definition.value else {
        append(definition, typed, nil, index)
        continue
      }
      guard letter < word.count else {
        appendWithNext(definition, typed, index)
        return
      }
      if word[letter] == UInt8(ascii: "=") { letter += 1 }
      append(definition, typed, TypedWord(Array(word[letter...])), index)
      return
    }
  }

  /// Takes the next word as the value, unless it is an option itself: a forgotten value must not
  /// swallow it.
  private mutating func appendWithNext(
    _ definition: OptionDefinition, _ typed: String, _ index: Int
  ) {
    let next = position + 1
    guard next < words.count, !isOption(words[next]) else {
      find(index, .missingValue(typed: typed, definition.name, verb: nil))
      return
    }
    position = next
    append(definition, typed, TypedWord(words[next]), index)
  }

  /// Whether a word is certainly an option, and not a negative number or a path.
  private func isOption(_ word: [UInt8]) -> Bool {
    guard word.starts(with: Array("--".utf8)) else {
      return word.count == 2 && word[0] == UInt8(ascii: "-") && word[1] < 0x80
        && OptionTable.definition(short: Character(Unicode.Scalar(word[1]))) != nil
    }
    let name = word.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }
    return name.isEmpty
      || OptionTable.definition(long: String(decoding: name, as: UTF8.self)) != nil
  }

  private mutating func append(
    _ definition: OptionDefinition, _ typed: String, _ value: TypedWord?, _ index: Int
  ) {
    options.append(
      TypedOption(name: definition.name, typed: typed, value: value, index: index))
  }

  private mutating func find(_ index: Int, _ problem: ArgumentProblem) {
    findings.append(Finding(index: index, problem: problem))
  }
}
