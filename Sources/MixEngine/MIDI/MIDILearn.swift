/// Watches a person move one control and says what it is.
///
/// Feed it what a `MIDIDecoder` gives, with the decoder's times, and ask at `deadline`:
///
///     var learn = MIDILearn()
///     learn.take(input, from: port, at: nanoseconds)         // for each input
///     if let deadline = learn.deadline, now >= deadline {    // 300 ms after the last input
///       switch learn.answer {
///       case .nothing: …                 // not while there is a deadline
///       case .several(let findings): …   // "two controls moved: move one slowly once more"
///         learn.retry()                  // the next answer is one finding: the most moved
///       case .one(let finding): …        // if it is not sure: say what it looks like, or retry()
///         learn = MIDILearn()            // for the next control
///       }
///     }
///
/// The parts of a control are not findings beside it: the halves of a `cc14`, the controllers that
/// select an (N)RPN and carry its data, the pressure of a pad, the touch of a fader, the bank of a
/// program. A release of what was pressed before is nothing. Clock and active sensing are no inputs
/// and never come here.
///
/// MIDI thread, or any one thread. Memory is bounded, however long and whatever is moved: at most
/// `mostControls` are watched.
public struct MIDILearn: Sendable {
  public enum Answer: Hashable, Sendable {
    /// Nothing was moved.
    case nothing
    case one(MIDILearnFinding)
    /// More than one control moved. The most moved is first.
    case several([MIDILearnFinding])
  }

  /// How long all must be at rest before it is said what moved, in nanoseconds: what belongs together
  /// has arrived by then.
  public static let rest: Int64 = 300_000_000
  /// How long a press is waited on for its release.
  public static let longRest: Int64 = 1_200_000_000
  /// Who goes on moving is answered after so long.
  public static let longest: Int64 = 8_000_000_000
  public static let mostControls = 64

  struct Key: Hashable, Sendable {
    var port: MIDIPort.ID
    var channel: Int
    var control: MIDIControl
  }

  private(set) var tracks: [Key: MIDILearnTrack] = [:]
  private var firstTime: Int64?
  private var lastTime: Int64 = 0
  private var isRetry = false

  public init() {}

  /// Takes one input.
  ///
  /// - Parameter time: When its message arrived, in nanoseconds of a clock that does not go back.
  public mutating func take(_ input: MIDIInput, from port: MIDIPort.ID, at time: Int64) {
    let key = Key(port: port, channel: input.channel, control: input.control)
    // What was only let go, a while ago, has nothing to do with what moves now.
    if firstTime != nil, time &- lastTime > MIDILearn.longRest, findings.isEmpty {
      tracks = [:]
      firstTime = nil
    }
    guard tracks[key] != nil || tracks.count < MIDILearn.mostControls else { return }
    if firstTime == nil { firstTime = time }
    lastTime = max(lastTime, time)
    tracks[key, default: MIDILearnTrack(input.value, at: time)].take(input.value, at: time)
    if input.control.kind == .cc, input.control.number < 64 { pair(key, at: time) }
  }

  /// When `answer` is to be asked for; nil: nothing was moved, and nothing is to be waited for.
  public var deadline: Int64? {
    guard let firstTime, !findings.isEmpty else { return nil }
    let isPressed = tracks.contains { key, track in
      key.control.kind == .note && track.last != 0 || key.control.kind == .cc && track.count == 1
    }
    return min(
      lastTime &+ (isPressed ? MIDILearn.longRest : MIDILearn.rest),
      firstTime &+ MIDILearn.longest)
  }

  /// What was moved, as far as it is known now; may be asked for at any time.
  public var answer: Answer {
    let findings = self.findings
    guard var first = findings.first else { return .nothing }
    if findings.count == 1 { return .one(first) }
    if !isRetry { return .several(findings) }
    first.isSure = false
    return .one(first)
  }

  /// Begins again for the same control.
  public mutating func retry() {
    self = MIDILearn()
    isRetry = true
  }

  /// Notes when the two controllers of a 14-bit value come close together.
  private mutating func pair(_ key: Key, at time: Int64) {
    var other = key
    other.control.number ^= 32
    guard let partner = tracks[other], !partner.isPaired,
      time &- partner.lastTime <= FinePair.patience
    else { return }
    for key in [key, other] {
      tracks[key]?.isPaired = true
      tracks[key]?.pairCount &+= 1
    }
  }
}
