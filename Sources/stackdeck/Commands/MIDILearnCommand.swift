import MixEngine
import MixIO
import MixSession

extension Commands {
  /// Makes a session's map by moving the controls.
  static func run(_ options: MIDILearnOptions) -> ExitStatus {
    let messages = Messages(options.common)
    let session = ShellWord.quoted(TypedWord(options.session.bytes))
    guard let screen = TerminalScreen() else {
      messages.print(
        Problem(
          "midi learn needs a terminal",
          help: "what a control sends is shown by: stackdeck midi monitor \(session)"))
      return .wrongInput
    }
    let file = LearnFile(path: options.session, messages: messages)
    guard let plan = file.load() else { return .wrongInput }
    return ControlLearner(plan, file, writes: options.writes, screen, messages).run()
  }
}
