/// How a program ended and what it wrote.
public struct CommandResult: Sendable {
  /// The way a program ended.
  public enum End: Equatable, Sendable {
    /// It returned this exit status.
    case exited(Int32)
    /// This signal ended it.
    case signalled(Int32)
    /// It was killed because its time limit had passed.
    case timedOut
  }

  public let end: End
  /// The bytes of standard output.
  public let outputBytes: [UInt8]
  /// The text of standard error.
  public let errors: String

  /// The text of standard output.
  public var output: String { String(decoding: outputBytes, as: UTF8.self) }

  /// The exit status as a shell shows it: 128 + the number of a signal that ended the program.
  /// A passed time limit is -1, which no program returns.
  public var status: Int32 {
    switch end {
    case .exited(let status): status
    case .signalled(let signal): 128 + signal
    case .timedOut: -1
    }
  }
}

/// What the system refused when a program was to be started.
public struct CommandError: Error, CustomStringConvertible {
  public let what: String
  /// The errno value.
  public let error: Int32

  public var description: String { "cannot \(what): \(errorText(error))" }
}
