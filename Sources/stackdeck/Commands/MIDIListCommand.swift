import MixEngine
import MixIO
import MixSession

extension Commands {
  /// Lists MIDI ports so that a line can be pasted into a session, and which a session would take.
  static func run(_ options: MIDIListOptions) -> ExitStatus {
    let messages = Messages(options.common)
    var plan: SessionPlan?
    if let session = options.session {
      plan = SessionLoader.load(session, messages)
      if plan == nil { return .wrongInput }
    }
    let ports: [MIDIPort]
    do { ports = try ALSASequencer.ports() } catch {
      messages.print(Problem(error.description, help: error.help))
      return .noDevice
    }
    if let plan {
      for problem in ControllerWords.unmatched(plan.midi, ports) { messages.print(problem) }
    }
    let table = PortTable(ports, for: plan)
    if options.printsJSON {
      var json = JSONWriter()
      json.object { table.write(to: &$0, "ports") }
      return Results.print(json.takeLine(), messages)
    }
    return Results.print(
      messages.printer.encoding.encoded("MIDI ports:\n" + table.text), messages)
  }
}
