extension String {
  /// The text without the spaces at its end: they would only break on a terminal that gets narrower.
  func trimmingTrailingSpaces() -> String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
