/// What sits under a hand: a knob, a fader, a pad, by what it sends.
public struct MIDIControl: Hashable, BitwiseCopyable, Sendable {
  /// Raw values are the words of maps.
  public enum Kind: String, BitwiseCopyable, CaseIterable, Sendable {
    case cc, cc14, note
    case keyPressure = "key_pressure"
    case program, nrpn, rpn
    case pitchBend = "pitchbend"
    case pressure

    /// The largest number; nil: it has none (pitch bend and pressure).
    public var greatestNumber: Int? {
      switch self {
      case .cc, .note, .keyPressure, .program: 127
      case .cc14: 31
      case .nrpn, .rpn: 16383
      case .pitchBend, .pressure: nil
      }
    }
  }

  public var kind: Kind
  /// 0 where the kind has none.
  public var number: Int

  public init(_ kind: Kind, _ number: Int = 0) {
    self.kind = kind
    self.number = number
  }

  /// "cc 7", "pitchbend"
  public var text: String {
    kind.greatestNumber == nil ? kind.rawValue : "\(kind.rawValue) \(number)"
  }
}
