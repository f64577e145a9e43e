import MixIO
import MixSession

extension Commands {
  /// Plays files: two decks that take turns.
  static func run(_ options: PlayOptions) -> ExitStatus {
    let messages = Messages(options.common)
    guard var files = PlayFiles(options, messages) else { return .wrongInput }
    if options.shuffles { files.shuffle(seed: options.seed) }

    let recording: PlaySession.Recording =
      switch options.recording {
      case .none: options.printsSession || options.live.isOffline ? .none : .ready
      case .namedAfterTime: .named
      case .file(let path, _): .file(SessionPath(bytes: path.bytes))
      }
    let session = PlaySession(
      files: files.paths.map { SessionPath(bytes: $0.bytes) }, recording: recording,
      handovers: options.printsSession || options.live.isOffline
        ? files.handovers(fade: options.fade) : [])
    if options.printsSession { return Results.print(session.text, messages) }

    guard
      let plan = SessionLoader.load(
        bytes: Array(session.text.utf8), file: "play", settings: options.live.settings,
        paths: session.paths, messages)
    else { return .wrongInput }
    let target = LiveTarget(
      options.live, plan, stem: "mix", base: ".", verbosity: options.common.verbosity, messages)
    return target.run(.play) { live in
      // A session that goes by its own events needs nobody.
      if options.live.isOffline { return }
      live.queue = PlayQueue(Array(files.paths.dropFirst(2)), fade: options.fade)
    }
  }
}
