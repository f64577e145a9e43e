extension Commands {
  /// `stackdeck help`, `-h` and `--help`.
  static func run(_ options: HelpOptions) -> ExitStatus {
    let messages = Messages(options.common)
    let encoding = messages.printer.encoding
    let text =
      options.verb.map { HelpText.verb($0, isLong: options.isLong, encoding) }
      ?? HelpText.program(isLong: options.isLong)
    return Results.print(encoding.encoded(text), messages)
  }

  /// `stackdeck --version`
  static func printVersion() -> ExitStatus {
    Results.print("stackdeck \(Version.text)\n", Messages(CommonOptions()))
  }
}
