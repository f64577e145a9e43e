import Glibc

/// Prints a line of words at once: a test reads along.
func say(_ words: Any...) {
  print(words.map { "\($0)" }.joined(separator: " "))
  fflush(nil)
}

func complain(_ text: String) {
  let line = text + "\n"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}
