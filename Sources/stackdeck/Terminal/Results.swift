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
