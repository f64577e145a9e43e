import MixEngine
import MixIO
import MixSession

/// `midi monitor`: a line for whatever comes in.
///
/// Control thread.
final class ControlMonitor {
  private let plan: SessionPlan?
  private let printsJSON: Bool
  private let messages: Messages
  private let listener: ControlListener
  private var map: MonitorMap?
  private var parts = InputParts()

  init(_ plan: SessionPlan?, printsJSON: Bool, _ messages: Messages) {
    self.plan = plan
    self.printsJSON = printsJSON
    self.messages = messages
    // A session without a map is asked what it would hear if it had one.
    let sections = plan?.midi.sections.map { $0.connect.map(\.value) } ?? []
    listener = ControlListener(sections.isEmpty ? [[]] : sections, for: plan)
  }

  /// Runs until somebody ends it, or nobody reads.
  func run() -> ExitStatus {
    if let plan {
      do { map = try MonitorMap(plan) } catch {
        for diagnostic in error.diagnostics { messages.print(diagnostic, bytes: plan.source.bytes) }
        return .wrongInput
      }
    }
    let loop = EventLoop(screen: nil)
    do { try listener.open() } catch {
      messages.print(Problem(error.description, help: error.help))
      return .noDevice
    }
    defer { listener.close() }
    warnOfMissing()
    while true {
      switch loop.next() {
      case .close(let status): return status
      case .woken, .tick:
        for news in listener.take() {
          if let status = tell(news) { return status }
        }
      default: break
      }
    }
  }

  private func warnOfMissing() {
    let ports = listener.ports
    if let plan, !plan.midi.sections.isEmpty {
      for problem in ControllerWords.unmatched(plan.midi, ports) { messages.print(problem) }
    } else if !ports.contains(where: { $0.isHardware && $0.sends }) {
      messages.print(
        Problem("no MIDI port of hardware", severity: .warning, help: "stackdeck midi list"))
    }
  }

  /// - Returns: how the program ends, if it does.
  private func tell(_ news: ControlListener.News) -> ExitStatus? {
    switch news {
    case .appeared(let port):
      map?.appeared(port, among: listener.ports)
      return tell(port, "connected", "listening to")
    case .vanished(let port):
      map?.vanished(port.id)
      parts.forget(port.id)
      return tell(port, "gone", "gone:")
    case .refused(let port, let reason):
      messages.print(Problem("\(name(of: port.id)): \(reason)", severity: .warning))
    case .inputs(let inputs): return tell(inputs)
    case .lost(let count):
      messages.print(
        Problem("\(count) messages or more were lost: the machine is too busy", severity: .warning))
      if printsJSON { return printJSON("lost") { $0.field("count", count) } }
    case .failed(let reason):
      messages.print(Problem(reason))
      return .failed
    }
    return nil
  }

  private func tell(_ port: MIDIPort, _ event: String, _ words: String) -> ExitStatus? {
    let name = ControllerWords.name(of: port, listener.ports)
    if printsJSON { return printJSON(event) { $0.field("port", name) } }
    messages.say("\(words) \(name)")
    return nil
  }

  /// A line for each control that moved. Of what it is made of only that is shown which moves
  /// something by itself.
  private func tell(_ inputs: [HeardInput]) -> ExitStatus? {
    let roles = parts.roles(of: inputs)
    let heard = inputs.map { one in (one, map?.addresses(for: one)) }
    for ((one, addresses), role) in zip(heard, roles) {
      let isUsed = addresses?.isEmpty == false
      guard role == .whole || isUsed else { continue }
      let line = HeardLine(port: name(of: one.port), input: one.input, addresses: addresses)
      let text = printsJSON ? line.json : line.text(messages.printer.encoding) + "\n"
      if let status = show(text) { return status }
    }
    return nil
  }

  private func printJSON(_ event: String, _ fields: (inout JSONWriter) -> Void) -> ExitStatus? {
    var json = JSONWriter()
    json.object { json in
      json.field("event", event)
      fields(&json)
    }
    return show(json.takeLine())
  }

  private func show(_ text: String) -> ExitStatus? {
    let status = Results.print(text, messages)
    return status == .done ? nil : status
  }

  private func name(of id: MIDIPort.ID) -> String {
    ShownText.of(MIDIPortNames(listener.ports).label(of: id) ?? "\(id.client):\(id.port)")
  }
}
