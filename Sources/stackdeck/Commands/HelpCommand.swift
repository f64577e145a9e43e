extension Commands {
  /// `stackdeck help`, `-h` and `--help`.
  static func run(_ options: HelpOptions) -> ExitStatus {
    let messages = Messages(options.common)
    let encoding = messages.printer.encoding
    let text =
      switch options.topic {
      case .program: HelpText.program(isLong: options.isLong)
      case .group(let word): HelpText.group(word)
      case .verb(let verb): HelpText.verb(verb, isLong: options.isLong, encoding)
      }
    return Results.print(encoding.encoded(text), messages)
  }

  /// `stackdeck --version`
  static func printVersion() -> ExitStatus {
    Results.print("stackdeck \(Version.text)\n", Messages(CommonOptions()))
  }
}
