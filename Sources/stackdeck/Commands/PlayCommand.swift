import MixIO
import MixSession

extension Commands {
  /// Plays files: two decks that take turns.
  static func run(_ options: PlayOptions) -> ExitStatus {
    let messages = Messages(options.common)
    guard var files = PlayFiles(options, messages) else { return .wrongInput }
    if options.shuffles { files.shuffle(seed: options.seed) }

    if options.printsSession {
      return Results.print(session(of: files, options, goesByItself: true).text, messages)
    }
    func plan(goesByItself: Bool) -> SessionPlan? {
      let session = session(of: files, options, goesByItself: goesByItself)
      return SessionLoader.load(
        bytes: Array(session.text.utf8), file: "play", settings: options.live.settings,
        paths: session.paths, messages)
    }
    let selection = ControllerSelection(
      choice: options.live.controller, verb: .play, messages: messages)
    guard let played = plan(goesByItself: false).flatMap(selection.applied) else {
      return .wrongInput
    }
    var target = LiveTarget(
      options.live, played, stem: "mix", base: ".", verbosity: options.common.verbosity, messages)
    target.renderedPlan = { plan(goesByItself: true) }
    return target.run(.play) { live in
      live.selection = selection
      live.isAskedForControllers = selection.isAskedFor(in: played)
      live.queue = PlayQueue(Array(files.paths.dropFirst(2)), fade: options.fade)
    }
  }

  /// - Parameter goesByItself: events go from file to file, as a render needs it; else `PlayQueue`
  ///   and hands do.
  private static func session(
    of files: PlayFiles, _ options: PlayOptions, goesByItself: Bool
  ) -> PlaySession {
    let recording: PlaySession.Recording =
      switch options.recording {
      case .none: goesByItself ? .none : .ready
      case .namedAfterTime: .named
      case .file(let path, _): .file(SessionPath(bytes: path.bytes))
      }
    return PlaySession(
      files: files.paths.map { SessionPath(bytes: $0.bytes) }, recording: recording,
      handovers: goesByItself ? files.handovers(fade: options.fade) : [])
  }
}
