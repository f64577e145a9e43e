import Glibc

/// Results, on standard output.
///
/// Control thread.
enum Results {
  /// Prints a result.
  ///
  /// - Returns: `.done`, or `.failed` after a message. A reader that went away needs none.
  static func print(_ text: String, _ messages: Messages) -> ExitStatus {
    print(Array(text.utf8), messages)
  }

  /// Whether standard output may be given sound; a terminal may not, which is said.
  static func takeSound(_ messages: Messages) -> Bool {
    guard Descriptor.standardOutput.isTerminal else { return true }
    messages.print(
      Problem(
        "standard output is a terminal, which can't play sound",
        help: "send it on: stackdeck … --output - | aplay"))
    return false
  }

  static func print(_ bytes: [UInt8], _ messages: Messages) -> ExitStatus {
    let error = Descriptor.standardOutput.write(bytes)
    if error == 0 { return .done }
    if error != EPIPE {
      let reason = strerror(error).map { String(cString: $0) } ?? "error \(error)"
      messages.print(Problem("cannot write to standard output: \(reason)"))
    }
    return .failed
  }
}
