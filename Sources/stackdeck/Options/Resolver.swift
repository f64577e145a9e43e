import MixIO

/// Turns what was typed into what is meant, or into all that is wrong with it.
struct Resolver {
  let raw: RawArguments
  let verb: Verb
  private var findings: [RawArguments.Finding]

  /// - Parameters:
  ///   - words: The words behind the program's name.
  ///   - exists: Whether there is a file of that name; asked only for a word that is no verb.
  /// - Returns: The invocation, or at least one problem in the order of the words.
  static func resolve(
    _ words: [[UInt8]], exists: (FilePath) -> Bool
  ) -> Result<Invocation, ArgumentProblems> {
    if words.isEmpty { return .success(.nothing) }
    let raw = RawArguments(words)
    guard let first = raw.operands.first else { return withoutVerb(raw) }
    let verb: Verb
    switch Verb.read(raw.operands.map(\.word)) {
    case .verb(let read): verb = read
    case .group(let group):
      if let help = help(raw, of: .group(group)) { return .success(help) }
      let second = raw.operands.dropFirst().first?.word
      return .failure(
        ArgumentProblems([.noCommandOfGroup(group, second)], color: raw.color))
    case .unknown:
      let others = raw.operands.dropFirst().map(\.word)
      let problem = ArgumentProblem.noCommand(
        first.word, others: others, isFile: exists(first.word.path))
      return .failure(ArgumentProblems([problem], color: raw.color))
    }
    if let help = help(raw, of: .verb(verb)) { return .success(help) }
    let findings = raw.findings.map { $0.known(of: verb) }
    var resolver = Resolver(raw: raw, verb: verb, findings: findings)
    return resolver.resolve()
  }

  private static func withoutVerb(_ raw: RawArguments) -> Result<Invocation, ArgumentProblems> {
    if let help = help(raw, of: .program) { return .success(help) }
    var findings = raw.findings
    for (index, typed) in raw.unknown {
      findings.append(.init(index: index, problem: .unknownOption(typed, verb: nil)))
    }
    if findings.isEmpty { findings.append(.init(index: 0, problem: .missingCommand)) }
    return .failure(ArgumentProblems(findings, color: raw.color))
  }

  /// Who asks for help gets it, whatever else is typed.
  private static func help(_ raw: RawArguments, of topic: HelpOptions.Topic) -> Invocation? {
    if raw.has(.help) { return .help(HelpOptions(topic: topic, isLong: true)) }
    if raw.has(.shortHelp) { return .help(HelpOptions(topic: topic, isLong: false)) }
    return raw.has(.version) ? .version : nil
  }

  private mutating func resolve() -> Result<Invocation, ArgumentProblems> {
    checkNames()
    checkOperands()
    let invocation = invocation()
    if !findings.isEmpty { return .failure(ArgumentProblems(findings, color: raw.color)) }
    return .success(invocation!)
  }

  // MARK: Words

  /// The operands behind the verb.
  var operands: ArraySlice<RawArguments.Operand> { raw.operands.dropFirst(verb.words.count) }

  mutating func find(_ problem: ArgumentProblem, at index: Int) {
    findings.append(.init(index: index, problem: problem))
  }

  private mutating func checkNames() {
    for (index, typed) in raw.unknown {
      find(.unknownOption(typed, verb: verb), at: index)
    }
    var firsts: [OptionName: RawArguments.TypedOption] = [:]
    for option in raw.options {
      guard let definition = OptionTable.definition(option.name, of: verb) else {
        find(.foreignOption(typed: option.typed, option.name, verb: verb), at: option.index)
        continue
      }
      if definition.repeats { continue }
      if let first = firsts[option.name], let one = first.value, let other = option.value {
        find(.givenTwice(option.name, first: one, second: other), at: option.index)
      } else {
        firsts[option.name] = option
      }
    }
  }

  private mutating func checkOperands() {
    if operands.count < verb.operandCount.lowerBound {
      find(.missingOperand(verb), at: Int.max)
    }
    for extra in operands.dropFirst(verb.operandCount.upperBound) {
      find(.extraOperand(verb, extra.word), at: extra.index)
    }
    for operand in operands.prefix(verb.operandCount.upperBound) {
      if verb == .play, operand.word.path.ending == "toml" {
        find(.sessionToPlay(operand.word), at: operand.index)
      } else if verb.takesSession, TakeKind.played.contains(operand.word.path.ending) {
        find(.soundFileAsSession(verb, operand.word), at: operand.index)
      }
    }
  }

  // MARK: Values

  func isSet(_ name: OptionName) -> Bool { raw.has(name) }

  /// The value of an option, read by its shape; nil if it was not given or is wrong.
  mutating func value<Value>(
    _ name: OptionName, _ read: (TypedWord) throws(ArgumentFault) -> Value
  ) -> Value? {
    var values = values(name, read)
    return values.popLast()
  }

  /// All values of an option that may be repeated.
  mutating func values<Value>(
    _ name: OptionName, _ read: (TypedWord) throws(ArgumentFault) -> Value
  ) -> [Value] {
    guard OptionTable.definition(name, of: verb) != nil else { return [] }
    var values: [Value] = []
    for option in raw.options where option.name == name {
      guard let typed = option.value else { continue }
      do throws(ArgumentFault) {
        values.append(try read(typed))
      } catch {
        find(.badValue(typed: option.typed, error), at: option.index)
      }
    }
    return values
  }

  /// Finds a contradiction between two options without values.
  mutating func exclude(_ one: OptionName, _ other: OptionName) {
    guard let first = raw.options.first(where: { $0.name == one }),
      let second = raw.options.first(where: { $0.name == other })
    else { return }
    let pair = first.index <= second.index ? (first, second) : (second, first)
    find(.contradiction(pair.0.typed, pair.1.typed), at: max(first.index, second.index))
  }
}
