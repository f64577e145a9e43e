/// What was seen of one control while a person moved something.
struct MIDILearnTrack: Sendable {
  private(set) var firstTime: Int64
  private(set) var lastTime: Int64
  private(set) var count = 0
  private(set) var valueCount = 0
  private(set) var least = Int.max
  private(set) var greatest = Int.min
  /// How often a message said the same as the one before it.
  private(set) var repeats = 0
  /// How often it left 0, and came back to it.
  private(set) var presses = 0
  private(set) var releases = 0
  private(set) var last = 0
  /// How many of the messages were steps.
  private(set) var stepCount = 0
  /// Of the two controllers of a pair: how often the other one came close to this one.
  var pairCount = 0
  /// Whether the latest message has found its other half.
  var isPaired = false
  private(set) var evidence: MIDILearnEvidence
  /// A bit for each value.
  private var seen: [UInt64]

  init(_ value: MIDIInput.Value, at time: Int64) {
    firstTime = time
    lastTime = time
    let scale: CentredScale = if case .fine = value { .fine } else { .coarse }
    evidence = MIDILearnEvidence(scale)
    seen = Array(repeating: 0, count: (scale.greatest + 1) / 64)
  }

  mutating func take(_ value: MIDIInput.Value, at time: Int64) {
    lastTime = max(lastTime, time)
    isPaired = false
    switch value {
    case .steps(let steps):
      stepCount &+= 1
      note(steps)
    case .coarse(let number), .fine(let number):
      note(number)
      evidence.take(number)
    }
  }

  /// Whether it was only let go: what was pressed before is no news.
  var isRelease: Bool { greatest == 0 && least == 0 && stepCount == 0 && valueCount == 1 }

  private mutating func note(_ number: Int) {
    if count > 0 {
      if number == last { repeats &+= 1 }
      if last != 0, number == 0 { releases &+= 1 }
    }
    if number != 0, count == 0 || last == 0 { presses &+= 1 }
    count &+= 1
    last = number
    least = min(least, number)
    greatest = max(greatest, number)
    let bit = number & (seen.count * 64 - 1)
    if seen[bit >> 6] & 1 << UInt64(bit & 63) == 0 {
      seen[bit >> 6] |= 1 << UInt64(bit & 63)
      valueCount += 1
    }
  }
}
