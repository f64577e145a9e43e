import Glibc
import MixIO
import MixSession

/// Which maps are used beside those that a session names.
struct ControllerSelection {
  let choice: ControllerChoice
  let verb: Verb
  let messages: Messages

  /// The session with those maps; nil where the one that was asked for is missing or wrong, which
  /// has been printed.
  func applied(to plan: SessionPlan) -> SessionPlan? {
    var plan = plan
    let loader = MapLoader(messages)
    switch choice {
    case .none: plan.midi = MIDIPlan()
    case .map(let name):
      switch loader.add(name.text ?? name.path.shown, to: &plan) {
      case .success(let isRight): return isRight ? plan : nil
      case .failure(let problem):
        messages.print(problem)
        return nil
      }
    case .automatic:
      guard verb == .play, Self.hasSequencer else { break }
      // Each hears its own device alone, so all are there for whatever is plugged in, or will be.
      for name in loader.library.names {
        var found = plan
        guard case .success(true) = loader.add(name, to: &found),
          let map = found.midi.sections.last, !map.connect.isEmpty
        else { continue }
        plan = found
      }
    }
    return plan
  }

  /// Whether somebody asked for controllers, who is then told that there is none.
  func isAskedFor(in plan: SessionPlan) -> Bool {
    switch choice {
    case .none: false
    case .map: true
    case .automatic: verb == .run && !plan.midi.sections.isEmpty
    }
  }

  private static var hasSequencer: Bool { access("/dev/snd/seq", F_OK) == 0 }
}
