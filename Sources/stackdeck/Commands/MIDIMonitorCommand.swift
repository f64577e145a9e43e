import MixEngine
import MixIO
import MixSession

extension Commands {
  /// Prints what controllers send, and what that moves in a session.
  static func run(_ options: MIDIMonitorOptions) -> ExitStatus {
    let messages = Messages(options.common)
    var plan: SessionPlan?
    if let session = options.session {
      plan = SessionLoader.load(session, messages)
      if plan == nil { return .wrongInput }
    }
    return ControlMonitor(plan, printsJSON: options.printsJSON, messages).run()
  }
}
