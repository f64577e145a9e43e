import MixEngine

/// Tells what was done from what it is made of: two controllers are the halves of one fine fader, some
/// select a parameter and carry its value, and each of them is heard beside the whole.
struct InputParts {
  /// What an input is.
  enum Role: Hashable {
    /// A control that a hand moved.
    case whole
    /// A part of one.
    case part
    /// A fine value made of what is no pair.
    case ghost
  }

  private struct Place: Hashable {
    var port: MIDIPort.ID
    var channel: Int
    /// Of a pair its upper controller, 0…31.
    var number: Int
  }

  /// A half of a value.
  private struct Half {
    var number: Int
    var time: Int64
  }

  /// The halves of one value follow each other at once, also where the machine is busy.
  static let patience: Int64 = 20_000_000

  private var pairs: Set<Place> = []
  /// Where parameters were selected and set.
  private var selected: Set<Place> = []
  /// The last half of each, and the last control change of each channel.
  private var halves: [Place: Half] = [:]
  private var latest: [Place: Int] = [:]

  /// The roles of inputs that came within a moment, in their order.
  mutating func roles(of heard: [HeardInput]) -> [Role] {
    for one in heard { learn(one) }
    return heard.map(role)
  }

  /// Forgets what is known of a port that is gone.
  mutating func forget(_ port: MIDIPort.ID) {
    pairs = pairs.filter { $0.port != port }
    selected = selected.filter { $0.port != port }
    halves = halves.filter { $0.key.port != port }
    latest = latest.filter { $0.key.port != port }
  }

  private func place(_ heard: HeardInput, _ number: Int) -> Place {
    Place(port: heard.port, channel: heard.input.channel, number: number)
  }

  private mutating func learn(_ heard: HeardInput) {
    let control = heard.input.control
    switch control.kind {
    case .nrpn, .rpn: selected.insert(place(heard, 0))
    case .cc:
      if control.number < 64 { learnHalf(heard) }
      latest[place(heard, 0)] = control.number
    default: break
    }
  }

  /// Two that follow each other are a pair. Two upper ones with no lower between them are not: what
  /// looked like one was a fader and a button that were moved at once.
  private mutating func learnHalf(_ heard: HeardInput) {
    let number = heard.input.control.number
    let place = place(heard, number & 31)
    if let last = halves[place] {
      if last.number == number ^ 32, latest[self.place(heard, 0)] == last.number,
        heard.time - last.time <= Self.patience
      {
        pairs.insert(place)
      } else if last.number == number, number < 32 {
        pairs.remove(place)
      }
    }
    halves[place] = Half(number: number, time: heard.time)
  }

  private func role(of heard: HeardInput) -> Role {
    let control = heard.input.control
    switch control.kind {
    case .cc:
      switch control.number {
      case 6, 38, 96...101:
        if selected.contains(place(heard, 0)) { return .part }
      default: break
      }
      let isHalf = control.number < 64 && pairs.contains(place(heard, control.number & 31))
      return isHalf ? .part : .whole
    case .cc14:
      if control.number == 6, selected.contains(place(heard, 0)) { return .ghost }
      return pairs.contains(place(heard, control.number)) ? .whole : .ghost
    default: return .whole
    }
  }
}
