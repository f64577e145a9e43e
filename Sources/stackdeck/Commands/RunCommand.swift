import MixIO
import MixSession

extension Commands {
  /// Plays a session.
  static func run(_ options: RunOptions) -> ExitStatus {
    let messages = Messages(options.common)
    guard
      let plan = SessionLoader.load(
        options.session, settings: options.live.settings, messages)
    else { return .wrongInput }
    let base = SessionLoader.directory(of: options.session)
    let stem = options.session.isStandardStream ? "session" : options.session.stem
    let target = LiveTarget(
      options.live, plan, stem: stem, base: base, verbosity: options.common.verbosity, messages)
    return target.run(.run) { mix in
      if options.watches || target.isInteractive {
        mix.watch = SessionWatch(
          options.session, settings: options.live.settings, isAutomatic: options.watches)
      }
    }
  }
}
