/// A shell for which completions can be printed.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
