/// One row of the option table.
struct OptionDefinition: Sendable {
  /// Whether a value follows.
  enum Value: Sendable {
    case none
    /// `--output WHERE` or `--output=WHERE`.
    case required(ValueShape)
    /// `--record` or `--record=FILE`; the next word is never its value.
    case optional(ValueShape)
  }

  let name: OptionName
  /// The letter behind a single hyphen.
  let short: Character?
  let value: Value
  /// The value's name in help texts, e.g. `WHERE`; empty if there is none.
  let placeholder: String
  /// Whether each further one adds to those before. Otherwise a second value is an error, for the
  /// order of options must not matter.
  let repeats: Bool
  let verbs: Set<Verb>
  /// One line of help.
  let summary: String
  /// What the long help adds; empty if there is nothing to add.
  let details: String

  init(
    _ name: OptionName, short: Character? = nil, _ value: Value = .none,
    placeholder: String = "", repeats: Bool = false, verbs: Set<Verb>,
    _ summary: String, details: String = ""
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.placeholder = placeholder
    self.repeats = repeats
    self.verbs = verbs
    self.summary = summary
    self.details = details
  }

  /// The shape of the value, if there may be one.
  var shape: ValueShape? {
    switch value {
    case .none: nil
    case .required(let shape), .optional(let shape): shape
    }
  }

  /// As help texts and usage errors show it: `-o, --output WHERE`.
  var usage: String {
    let names = short.map { "-\($0), " } ?? ""
    let long = name == .shortHelp ? "-h" : names + name.typed
    switch value {
    case .none: return long
    case .required: return long + " " + placeholder
    case .optional: return long + "[=" + placeholder + "]"
    }
  }
}
