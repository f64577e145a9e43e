import MixEngine

/// The addresses that do something.
public enum ActionKind: String, CaseIterable, Sendable {
  case play, stop, restart, seek
  case loopIn = "loop_in"
  case loopOut = "loop_out"
  case record, pause, split, mark
  /// `session.stop`: all players.
  case stopAll
  /// `session.fade`: the crossfader goes to its other side.
  case fade
  /// `session.reload`: the session's file is read again.
  case reload
  /// `layer.X`: the entries of a layer of a controller's map are awake.
  case layer

  /// What its `value` must be.
  public enum Argument: Sendable {
    case none
    /// True or false.
    case toggle
    /// A position of the player's file.
    case position
    /// A position, or nothing: where it is.
    case optionalPosition
    /// Text, or nothing.
    case optionalText
    /// How long it takes.
    case seconds
  }

  public var argument: Argument {
    switch self {
    case .play, .record, .pause, .layer: .toggle
    case .stop, .restart, .split, .stopAll, .reload: .none
    case .seek: .position
    case .loopIn, .loopOut: .optionalPosition
    case .mark: .optionalText
    case .fade: .seconds
    }
  }

  /// Whether the engine does it, at a frame: what others do is told by hands alone, and is no event.
  public var hasFrame: Bool {
    switch self {
    case .reload, .layer: false
    default: true
    }
  }

  /// The last word of its address.
  public var word: String { self == .stopAll ? "stop" : rawValue }

  static let ofPlayer: [ActionKind] = [.play, .stop, .restart, .seek, .loopIn, .loopOut]
  static let ofRecorder: [ActionKind] = [.record, .pause, .split, .mark]

  /// What it does, in one line.
  public var summary: String {
    switch self {
    case .play: "true plays, from where it is; false pauses"
    case .stop: "pauses and goes to the start"
    case .restart: "starts from the start"
    case .seek: "goes to a position of the file"
    case .loopIn: "the loop begins here, or at a position of the file"
    case .loopOut: "the loop ends here, or at a position of the file"
    case .record: "true begins a new take, false ends it"
    case .pause: "true leaves out what follows, false goes on with the same take"
    case .split: "goes on in the next file without a gap"
    case .mark: "begins a track in the take's cue sheet, with or without a title"
    case .stopAll: "stops all players"
    case .fade: "the crossfader goes to its other side, within so many seconds"
    case .reload: "reads the session's file again"
    case .layer: "true: the layer's entries are awake; one layer at a time"
    }
  }

  /// What the engine is told; nil: nothing, since others do it.
  func verb(for value: AddressValue) -> Action.Verb? {
    let isOn = value.number > 0.5
    switch self {
    case .play: return isOn ? .play : .pause
    case .stop, .stopAll: return .stop
    case .restart: return .restart
    case .seek: return .seek
    case .loopIn: return .loopIn
    case .loopOut: return .loopOut
    case .record: return isOn ? .beginTake : .endTake
    case .pause: return isOn ? .pauseTake : .resumeTake
    case .split: return .splitTake
    case .mark: return .markTake
    case .fade: return .cross
    case .reload, .layer: return nil
    }
  }
}
