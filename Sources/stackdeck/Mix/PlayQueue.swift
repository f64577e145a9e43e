import MixEngine
import MixIO

/// What `play` does by itself: it fades from one file to the next until the list is at its end.
///
/// Two decks take turns. As soon as a hand has moved the crossfader, nothing goes by itself.
final class PlayQueue {
  private var waiting: [FilePath]
  private let fade: Double
  private var playing = "a"
  private var isByHand = false
  /// The turn to the other deck has been sent.
  private var hasTurned = false

  /// - Parameters:
  ///   - waiting: what comes after the files of decks a and b.
  ///   - fade: seconds.
  init(_ waiting: [FilePath], fade: Double) {
    self.waiting = waiting
    self.fade = fade
  }

  private var other: String { playing == "a" ? "b" : "a" }

  /// A hand is on the crossfader: from now on it never moves by itself.
  func handOnCrossfader() { isByHand = true }

  /// Starts the other deck and fades over to it, if it has something to play.
  func fadeNow(_ live: LiveMix, over seconds: Double) -> Bool {
    guard !hasTurned, isLoaded(other, live) else { return false }
    turn(live, after: 0, over: seconds)
    return true
  }

  /// Whether everything has been played.
  func isDone(_ live: LiveMix) -> Bool { waiting.isEmpty && live.mix.allPlayersHaveEnded }

  /// Whether nothing comes after what plays now.
  func isAtLast(_ live: LiveMix) -> Bool {
    waiting.isEmpty && !hasTurned && !isLoaded(other, live)
  }

  /// Sends the turn to the other deck when its time is near.
  func tick(_ live: LiveMix) {
    guard !isByHand, !hasTurned, let player = live.mix.build.players[playing],
      player.playState == .playing, isLoaded(other, live),
      let file = live.mix.files[playing], let remaining = player.remaining
    else { return }
    let rate = Double(file.table.sampleRate)
    guard rate > 0 else { return }
    let left = Double(remaining) / rate
    let length = player.length.map { Double($0) / rate } ?? left
    let wanted = min(fade, length / 2)
    // Ticks may be a second apart.
    guard left <= wanted + 1.2 else { return }
    turn(live, after: max(left - wanted, 0), over: min(wanted, left))
  }

  private func turn(_ live: LiveMix, after seconds: Double, over duration: Double) {
    let rate = live.mix.sampleRate
    let frame = live.mix.renderer.clock.frame + rate.frames(seconds: seconds)
    guard let next = live.mix.build.players[other],
      let position = live.mix.engine.parameters.parameter(named: "crossfader.position")
    else { return }
    live.mix.renderer.send(Action(.play, target: next.slot, frame: frame), from: .control)
    live.mix.renderer.send(
      Action(
        .move, target: position.index, value: other == "b" ? 1 : -1,
        duration: max(rate.frames(seconds: duration), 1), frame: frame), from: .control)
    hasTurned = true
  }

  func playerStarted(_ slot: Int32, _ live: LiveMix) {
    guard let name = name(of: slot, live), name == other, hasTurned else { return }
    playing = name
    hasTurned = false
  }

  func playerEnded(_ slot: Int32, _ live: LiveMix) {
    guard let name = name(of: slot, live) else { return }
    if name == playing, !isByHand, !hasTurned, isLoaded(other, live) {
      // Its end was not known, or came sooner than expected.
      turn(live, after: 0, over: 0)
    }
    if name != playing || hasTurned || !isLoaded(other, live) { load(into: name, live) }
    if name == playing, !isByHand, !hasTurned, isLoaded(name, live), !isPlaying(other, live) {
      // The other deck is empty: this one goes on alone.
      if let player = live.mix.build.players[name] {
        live.mix.send(Action(.play, target: player.slot))
      }
    }
  }

  /// Loads the next file into the deck that does not play.
  func loadNext(_ live: LiveMix) {
    if isPlaying(other, live) { return live.say("player \(other) plays") }
    if waiting.isEmpty { return live.say("the list is at its end") }
    load(into: other, live)
  }

  /// Loads the next file that can be played into a deck.
  private func load(into name: String, _ live: LiveMix) {
    while !waiting.isEmpty {
      let path = waiting.removeFirst()
      let start = FirstSound.frame(of: path.bytes) ?? 0
      guard let problem = live.mix.load(path, into: name, from: start) else { return }
      live.say(problem.message, .warning)
    }
  }

  private func name(of slot: Int32, _ live: LiveMix) -> String? {
    live.mix.build.players.first { $0.value.slot == slot }?.key
  }

  private func isLoaded(_ name: String, _ live: LiveMix) -> Bool {
    guard let player = live.mix.build.players[name], live.mix.files[name] != nil else {
      return false
    }
    return player.playState == .loaded || player.playState == .paused
  }

  private func isPlaying(_ name: String, _ live: LiveMix) -> Bool {
    let state = live.mix.build.players[name]?.playState
    return state == .playing || state == .waiting
  }
}
