import MixEngine
import MixIO
import MixSession

/// Gathers what the screen shows from a mix that plays.
struct LiveView {
  let mix: Mix
  /// Players in the order of the session.
  let deckNames: [String]
  /// Live inputs, and outputs beside main's, in the order of the session.
  let inputNames: [String]
  let outputNames: [String]
  private let readers: [String: LevelReader]
  private let mainReader: LevelReader?

  init(_ mix: Mix) {
    self.mix = mix
    deckNames = mix.plan.strips.filter { $0.player != nil }.map(\.name)
    inputNames = mix.plan.strips.filter { $0.input != nil }.map(\.name)
    outputNames = mix.plan.outputs.dropFirst().map(\.name)
    var readers: [String: LevelReader] = [:]
    for name in deckNames + inputNames { readers[name] = mix.build.meters[name]?.addReader() }
    self.readers = readers
    mainReader = mix.build.meters["main"]?.addReader()
  }

  /// - Parameter devices: what inputs and other outputs have; nil: nothing.
  func make(_ output: any AudioOutput, _ devices: LiveDevices?, selected: Int) -> MixView {
    var view = MixView(
      decks: deckNames.enumerated().map { index, name in
        deck(name, isSelected: index == selected)
      }, output: outputView(output))
    view.inputs = inputs(devices)
    view.outputs = outputs(devices)
    view.mainLevel = mainReader?.read().peak.value ?? -.infinity
    view.crossfader = mix.engine.parameters.parameter(named: "crossfader.position").map {
      Double($0.wanted)
    }
    view.hasRecorder = !mix.build.recorders.isEmpty
    view.recorded = mix.build.recorders.values.first { $0.isRecording }.map {
      mix.sampleRate.seconds(frames: Int64($0.frameCount))
    }
    return view
  }

  private func deck(_ name: String, isSelected: Bool) -> DeckView {
    guard let player = mix.build.players[name] else {
      return DeckView(name: name, state: .empty)
    }
    let file = mix.files[name]
    let rate = Double(file?.table.sampleRate ?? 0)
    let state: DeckView.State =
      switch player.playState {
      case .empty: .empty
      case .loaded, .paused: .loaded
      case .waiting: .waiting
      case .playing: .playing
      case .ended: .ended
      }
    var deck = DeckView(name: name, state: state)
    if rate > 0 {
      deck.position = Double(player.position) / rate
      deck.remaining = player.remaining.map { Double($0) / rate }
    }
    deck.title = file.map(Self.title) ?? ""
    deck.level = level(of: name)
    deck.isSelected = isSelected
    deck.isMuted = isMuted("player.\(name)")
    return deck
  }

  /// dB of full scale.
  func level(of strip: String) -> Double { readers[strip]?.read().peak.value ?? -.infinity }

  func isMuted(_ address: String) -> Bool {
    mix.engine.parameters.parameter(named: "\(address).mute").map { $0.wanted > 0.5 } ?? false
  }

  /// "Artist – Title", or the file's name.
  static func title(_ file: SoundFile) -> String {
    let name = FilePath(bytes: file.path).name.shown
    switch (file.info?.artist, file.info?.title) {
    case (let artist?, let title?): return "\(artist) – \(title)"
    case (nil, let title?): return title
    default: return name
    }
  }

  private func outputView(_ output: any AudioOutput) -> OutputView {
    let state = output.state
    let kind = output is NullOutput ? "null" : "pulse"
    var view = OutputView(
      name: state.device.map { kind == "null" ? "null" : "pulse: \($0.description)" } ?? kind)
    if let latency = state.grantedLatency {
      view.latency =
        Double(latency.components.seconds) * 1000 + Double(latency.components.attoseconds) / 1e15
    }
    view.underruns = output.underrunCount
    switch state {
    case .reconnecting: view.trouble = "reconnecting"
    case .suspended: view.trouble = "suspended"
    case .connecting: view.trouble = "connecting"
    case .failed: view.trouble = "failed"
    default: break
    }
    return view
  }
}
