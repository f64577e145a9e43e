/// Something that happens at one frame: a start, a seek, a take, a parameter's change or move.
///
/// Trivial, so that it travels through rings.
public struct Action: BitwiseCopyable, Sendable {
  public enum Verb: UInt8, BitwiseCopyable, Sendable {
    /// Sets the parameter `target` to `value`.
    case set
    /// Moves the parameter `target` to `value` over `duration` frames, in a straight line of its
    /// taper, from where it is. Whoever sets the parameter by hand meanwhile ends the move.
    case move
    /// Moves the parameter `target` to the end of its taper that it is farther from, as `move` does; of
    /// `duration` 0 as `set` does. From the middle it goes to the upper end.
    case cross
    /// A player plays from where it is, or stands still (both cross-faded).
    case play, pause
    /// A player stands still at its start.
    case stop
    /// A player plays from its start.
    case restart
    /// A player goes to `value` (seconds of its file).
    case seek
    /// A player goes `value` seconds of its file on (negative: back).
    case skip
    /// A player's loop begins, or ends, at `value` (seconds of its file; NaN: where it is).
    case loopIn, loopOut
    /// A recorder begins a new take, or ends the one it makes.
    case beginTake, endTake
    /// A recorder leaves out what follows, or goes on with the same take.
    case pauseTake, resumeTake
    /// A recorder begins the next file with the frame after the last one of this.
    case splitTake
    /// A recorder marks where its file has come to; `value` is the number that its `MarkTitles` has
    /// for the mark's title.
    case markTake

    /// The number that stands for it in a `RenderEvent`.
    public var code: UInt8 {
      @_noLocks get { unsafeBitCast(self, to: UInt8.self) }
    }
  }

  /// Where an action comes from. Within a quantum hands come first, then the session's own actions,
  /// then what was sent; a performance that is played back keeps that order.
  public enum Origin: UInt8, BitwiseCopyable, Sendable {
    /// A parameter's change by hand, through its atomic.
    case hand
    /// Something that the session does by itself: scheduled with the program, or part of a change.
    case session
    /// It came through an acting thread's ring.
    case sent

    /// The number that stands for it in a `RenderEvent`.
    public var code: UInt8 {
      @_noLocks get { unsafeBitCast(self, to: UInt8.self) }
    }
  }

  /// The render clock's frame at which it happens. Frames gone by mean: at once.
  public var frame: Int64
  public var verb: Verb
  /// The parameter's place in the table for `set`, `move` and `cross`, else the module's slot.
  public var target: Int32
  public var value: Double
  /// In frames; `move` and `cross` only.
  public var duration: Int64
  /// Frames before `frame` at which the module is told: a player that reads ahead for the latency
  /// of its path must know so much earlier.
  public var lead: Int64 = 0
  /// `send` makes it `.sent`; in a schedule it says which turn the action takes in its quantum.
  public var origin = Origin.session

  @_noLocks public init(
    _ verb: Verb, target: Int32, value: Double = 0, duration: Int64 = 0, frame: Int64 = 0
  ) {
    self.frame = frame
    self.verb = verb
    self.target = target
    self.value = value
    self.duration = duration
  }

  /// Its turn in its quantum: 0 hands, 1 the session's own, 2 what was sent.
  var turn: Int {
    @_noLocks get {
      switch origin {
      case .hand: 0
      case .session: 1
      case .sent: 2
      }
    }
  }

  /// The quantum in which it is handed over.
  var quantum: Int64 {
    // Quanta begin at multiples of 64, before 0 too.
    @_noLocks get { handOver &>> 6 }
  }

  /// The frame at which it is handed over.
  var handOver: Int64 {
    @_noLocks get { frame &- lead }
  }
}
