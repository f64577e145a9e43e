extension Commands {
  /// `stackdeck help`, `-h` and `--help`.
  static func run(_ options: HelpOptions) -> ExitStatus {
    let messages = Messages(options.common)
    let text =
      options.verb.map { HelpText.verb($0, isLong: options.isLong) }
      ?? HelpText.program(isLong: options.isLong)
    return Results.print(messages.printer.encoding.encoded(text), messages)
  }

  /// `stackdeck --version`
  static func printVersion() -> ExitStatus {
    Results.print("stackdeck \(Version.text)\n", Messages(CommonOptions()))
  }
}
