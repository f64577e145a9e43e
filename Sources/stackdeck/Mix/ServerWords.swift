import MixIO

/// What is said of sound servers that are not there.
enum ServerWords {
  static func problem(_ problem: OutputProblem, verb: Verb) -> Problem {
    switch problem {
    case .noServer, .timedOut:
      let instead =
        switch verb {
        case .play: "start one, or render: stackdeck play … -o mix.flac"
        case .run: "start one, or render: stackdeck run … -o mix.flac"
        default: "start one: pipewire-pulse or pulseaudio"
        }
      return Problem(problem.description, help: instead)
    default:
      return Problem(problem.description, help: problem.help)
    }
  }
}
