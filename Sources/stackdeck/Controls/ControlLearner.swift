import MixEngine
import MixIO
import MixSession

/// `midi learn`: the dialogue on a terminal, with controllers and the session's file.
///
/// Control thread.
final class ControlLearner {
  private let file: LearnFile
  private let writes: Bool
  private let screen: TerminalScreen
  private let messages: Messages
  private let listener: ControlListener
  private var dialogue: LearnDialogue
  private let own: [String]

  init(
    _ plan: SessionPlan, _ file: LearnFile, writes: Bool, _ screen: TerminalScreen,
    _ messages: Messages
  ) {
    self.file = file
    self.writes = writes
    self.screen = screen
    self.messages = messages
    // The lines go into the session's own map, which hears these ports and no others.
    let section = plan.midi.sections.first { $0.mapName == nil }
    own = section?.connect.map(\.value) ?? []
    listener = ControlListener([own], for: plan)
    dialogue = LearnDialogue(plan, isWritten: writes)
  }

  func run() -> ExitStatus {
    do { try listener.open() } catch {
      messages.print(Problem(error.description, help: error.help))
      return .noDevice
    }
    defer { listener.close() }
    let loop = EventLoop(screen: screen)
    messages.sink = { [screen] in screen.print($0) }
    defer {
      messages.sink = { Descriptor.standardError.write($0) }
      loop.close()
    }
    warnOfMissing()
    _ = perform([LearnDialogue.beginning])
    while true {
      var effects: [LearnDialogue.Effect] = []
      switch loop.next() {
      case .close(let status): return status
      case .key(let key): effects = dialogue.press(key)
      case .woken:
        for news in listener.take() {
          if let status = take(news) { return status }
        }
      case .tick: effects = dialogue.tick(at: MonotonicClock.nanoseconds)
      case .resized, .resumed, .suspending, .readable: break
      }
      if let status = perform(effects) { return status }
      draw()
    }
  }

  private func take(_ news: ControlListener.News) -> ExitStatus? {
    dialogue.update(ports: listener.ports)
    switch news {
    case .inputs(let inputs): for input in inputs { dialogue.take(input) }
    case .appeared(let port):
      messages.detail("listening to \(ControllerWords.name(of: port, listener.ports))")
    case .vanished(let port):
      messages.say("\(ControllerWords.name(of: port, listener.ports)) is gone")
    case .refused(let port, let reason):
      messages.print(
        Problem(
          "\(ControllerWords.name(of: port, listener.ports)): \(reason)", severity: .warning))
    case .lost: break
    case .failed(let reason):
      messages.print(Problem(reason))
      return .failed
    }
    return nil
  }

  /// What nobody will hear of is said at once.
  private func warnOfMissing() {
    let names = MIDIPortNames(listener.ports)
    guard !names.matching(anyOf: own).contains(where: \.sends) else { return }
    let present = names.ports.filter(\.sends).compactMap { names.label(of: $0.id) }
    let list = present.map { "\"\(ShownText.of($0))\"" }.joined(separator: ", ")
    let wanted = own.map { "\"\(ShownText.of($0))\"" }
    messages.print(
      Problem(
        wanted.isEmpty
          ? "no MIDI port of hardware"
          : "no MIDI port matches \(WordList.joined(wanted, by: "or"))",
        severity: .warning,
        help: present.isEmpty ? nil : "present: \(list); [midi] connect = … names others"))
  }

  // MARK: What comes of it

  private func perform(_ effects: [LearnDialogue.Effect]) -> ExitStatus? {
    for effect in effects {
      switch effect {
      case .say(let line): say(line + "\n")
      case .choices(let choices): say(table(choices))
      case .problem(let problem): messages.print(problem)
      case .learnt(let line, let replaced): learnt(line, replaced)
      case .end: return .done
      }
    }
    return nil
  }

  private func say(_ text: String) {
    screen.show([])
    screen.printResult(messages.printer.encoding.encoded(text))
  }

  /// Words side by side, as far as they fit.
  private func table(_ words: [String]) -> String {
    var lines: [String] = [], line = ""
    for word in words {
      let longer = line + "  " + word
      if !line.isEmpty, TextWidth.cells(of: longer) >= screen.size.columns {
        lines.append(line)
        line = "  " + word
      } else {
        line = longer
      }
    }
    return (lines + [line]).map { $0 + "\n" }.joined()
  }

  private func learnt(_ line: MapLine, _ replaced: ControlUse?) {
    let place = replaced.map { "   # in place of \($0.text)" } ?? ""
    say("  \(line.text),\(writes ? "" : place)\n")
    guard writes, let plan = file.write(line, replacing: replaced) else { return }
    dialogue.update(plan)
  }

  /// The line in which somebody types, its end in view.
  private func draw() {
    guard let (label, typed) = dialogue.prompt else { return screen.show([]) }
    let cursor = screen.encoding == .utf8 ? "▏" : "_"
    var shown = ShownText.of(typed)
    let room = screen.size.columns - 1 - TextWidth.cells(of: label + cursor)
    while TextWidth.cells(of: shown) > max(room, 1) { shown.removeFirst() }
    let line = screen.encoding.encoded(label + shown) + cursor
    screen.show([
      StatusLine(TextWidth.cut(line, to: max(1, screen.size.columns - 1), screen.encoding))
    ])
  }
}
