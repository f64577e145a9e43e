extension Commands {
  /// `stackdeck completions SHELL`
  static func run(_ options: CompletionsOptions) -> ExitStatus {
    let script =
      switch options.shell {
      case .bash: BashCompletion.script
      case .zsh: ZshCompletion.script
      case .fish: FishCompletion.script
      }
    return Results.print(script, Messages(options.common))
  }
}
