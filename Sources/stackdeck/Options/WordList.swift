/// Lists of words as sentences have them.
enum WordList {
  /// `a`, `a or b`, `a, b or c`.
  static func joined(_ words: [String], by last: String) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + words[words.count - 1]
  }
}
