extension Commands {
  /// Says that this build lacks the command; `Main` lists which these are.
  static func missing(_ invocation: Invocation) -> ExitStatus {
    let name = String(describing: invocation).prefix { $0 != "(" }
    Messages(CommonOptions()).print(Problem("\(name) is not part of this build"))
    return .failed
  }
}
