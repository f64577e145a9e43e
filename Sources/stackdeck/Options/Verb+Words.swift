// Verbs of two words share the first: a group.
extension Verb {
  /// As they are typed.
  var words: [String] { rawValue.split(separator: " ").map(String.init) }

  /// The first words, in the order of help texts: what may follow the program's name.
  static let firstWords: [String] = {
    var words: [String] = []
    for verb in allCases where !words.contains(verb.words[0]) { words.append(verb.words[0]) }
    return words
  }()

  /// The verbs of a group, by the word that they share; empty if there is no such group.
  static func group(_ word: String) -> [Verb] {
    allCases.filter { $0.words.count > 1 && $0.words[0] == word }
  }

  /// The groups' words.
  static let groups = firstWords.filter { !group($0).isEmpty }

  /// What a group is for, in one line.
  static func summary(of group: String) -> String {
    group == "midi" ? "MIDI ports, what they send, and a session's map" : ""
  }

  /// What the words of a command line begin with.
  enum Reading: Equatable {
    case verb(Verb)
    /// A group's word, with none of its second words behind it.
    case group(String)
    case unknown
  }

  static func read(_ typed: some Sequence<TypedWord>) -> Reading {
    let texts = typed.prefix(2).map(\.text)
    guard let first = texts.first ?? nil else { return .unknown }
    if let verb = Verb(rawValue: first) { return .verb(verb) }
    guard !group(first).isEmpty else { return .unknown }
    if texts.count > 1, let second = texts[1], let verb = Verb(rawValue: "\(first) \(second)") {
      return .verb(verb)
    }
    return .group(first)
  }
}
