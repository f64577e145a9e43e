import MixIO
import MixSession

extension Commands {
  /// Plays a session.
  static func run(_ options: RunOptions) -> ExitStatus {
    let messages = Messages(options.common)
    let selection = ControllerSelection(
      choice: options.live.controller, verb: .run, messages: messages)
    let midiFile = options.midiFile.map { MIDIFileLoader.load($0, messages) }
    guard
      let plan = SessionLoader.load(
        options.session, settings: options.live.settings, messages
      ).flatMap(selection.applied), midiFile ?? nil != nil || options.midiFile == nil
    else { return .wrongInput }
    let base = SessionLoader.directory(of: options.session)
    let stem = options.session.isStandardStream ? "session" : options.session.stem
    var target = LiveTarget(
      options.live, plan, stem: stem, base: base, verbosity: options.common.verbosity, messages)
    target.midiFile = midiFile ?? nil
    if let events = options.events {
      guard
        let performance = PerformanceLoader(messages).load(
          events, for: plan, settings: options.live.settings)
      else { return .wrongInput }
      target.performance = performance
      target.performanceDirectory = SessionLoader.directory(of: events)
    }
    target.mends = options.mends
    target.keptEvents = options.keptEvents
    let isInteractive = target.isInteractive
    return target.run(.run) { mix in
      mix.selection = selection
      mix.isAskedForControllers = selection.isAskedFor(in: plan)
      mix.midiFile = midiFile ?? nil
      if options.watches || isInteractive {
        mix.watch = SessionWatch(
          options.session, settings: options.live.settings, isAutomatic: options.watches,
          plan)
      }
    }
  }
}
