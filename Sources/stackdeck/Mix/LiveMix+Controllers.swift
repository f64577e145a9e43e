import MixEngine
import MixIO
import MixSession

/// What a mix has to do with MIDI controllers. Control thread.
extension LiveMix {
  /// Listens to controllers, if the session has any use for them. Without a sequencer the mix plays.
  func openControllers() {
    guard !mix.plan.midi.sections.isEmpty else { return }
    let controllers = makeControllers()
    if let midiFile {
      use(controllers)
      controllers.play(midiFile, named: "MIDI file")
    }
    do { try controllers.open() } catch {
      guard isAskedForControllers else { return }
      return messages.print(
        Problem(
          "\(error.description); no controller is heard", severity: .warning, help: error.help))
    }
    use(controllers)
    guard isAskedForControllers else { return }
    for problem in ControllerWords.unmatched(mix.plan.midi, controllers.ports) {
      messages.print(problem)
    }
  }

  private func makeControllers() -> Controllers {
    let box = ControllersBox()
    let controllers = Controllers(
      mix.build.midiMap(mix.plan.midi) { box.controllers?.request($0, $1) }, mix.renderer)
    box.controllers = controllers
    return controllers
  }

  /// Goes over to what the session says now.
  func updateControllers() {
    guard let controllers else { return openControllers() }
    controllers.update(
      to: mix.build.midiMap(mix.plan.midi) { [weak controllers] in
        controllers?.request($0, $1)
      })
  }

  /// Says what happened to the controllers, and does what they ask for.
  func tellControllers() {
    guard let controllers else { return }
    for news in controllers.take() {
      switch news {
      case .notice(let notice): tell(notice, controllers)
      case .request(.reload, _): reload()
      case .request: break
      case .refused(let port, let reason):
        say("\(ControllerWords.name(of: port, controllers.ports)): \(reason)", .warning)
      case .failed(let reason):
        say("\(reason); no controller is heard any more", .warning)
      }
    }
  }

  private func tell(_ notice: MIDINotice, _ controllers: Controllers) {
    switch notice {
    case .waits(let wait):
      hint(ControllerWords.text(wait, mix.engine.parameters, encoding), about: wait.address)
    case .caught(let address): hint(nil, about: address)
    case .connected(let port):
      say("controller: \(ControllerWords.name(of: port, controllers.ports))")
    case .gone(let port):
      say(
        "\(ControllerWords.name(of: port, controllers.ports)) is gone; it is used again when it returns",
        .warning)
    case .lost(let count):
      let what = count.map { "\($0) MIDI messages or more" } ?? "MIDI messages"
      say("\(what) were lost: the machine is too busy", .warning)
    case .layer(let name):
      say(name.map { "layer \($0)" } ?? "no layer")
    }
  }
}

/// Breaks the circle: a map asks the controllers, which have the map.
private final class ControllersBox: @unchecked Sendable {
  weak var controllers: Controllers?
}
