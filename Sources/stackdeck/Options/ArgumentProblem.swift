import MixIO

/// What is wrong with a command line.
enum ArgumentProblem: Hashable, Sendable {
  /// The first word is no verb. `others` are the operands behind it, `isFile` says whether
  /// something of that name exists.
  case noCommand(TypedWord, others: [TypedWord], isFile: Bool)
  /// The word of a group of verbs, and what stands behind it, which is none of them.
  case noCommandOfGroup(String, TypedWord?)
  /// There are options but no verb.
  case missingCommand
  /// An option that no verb has.
  case unknownOption(TypedWord, verb: Verb?)
  /// An option that the verb does not have.
  case foreignOption(typed: String, OptionName, verb: Verb)
  /// A long option behind a single hyphen.
  case singleHyphen(typed: String, OptionName)
  case missingValue(typed: String, OptionName, verb: Verb?)
  case unexpectedValue(typed: String, value: TypedWord)
  case givenTwice(OptionName, first: TypedWord, second: TypedWord)
  case badValue(typed: String, ArgumentFault)
  /// Two options, as typed, that ask for different things.
  case contradiction(String, String)
  /// An option that means nothing without another one.
  case needsOption(String, String)
  /// Two results would be mixed up on standard output.
  case bothOnStandardOutput(String, String)
  /// The kind of file that `--output` names does not have the encoding.
  case encodingNotOffered(TakeEncoding, TakeKind)
  case missingOperand(Verb)
  case extraOperand(Verb, TypedWord)
  case noCompletions(TypedWord)
  case noHelp(TypedWord)
  /// A session where sound files are expected.
  case sessionToPlay(TypedWord)
  /// A sound file where a session is expected.
  case soundFileAsSession(Verb, TypedWord)
}
