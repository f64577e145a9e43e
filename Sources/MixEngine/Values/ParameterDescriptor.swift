/// What there is to know about one parameter. The tables of these are the one place where ranges,
/// units and defaults stand: sessions, MIDI, help, man pages and validation all read them.
public struct ParameterDescriptor: Sendable {
  /// What a number of this parameter counts.
  public enum Unit: String, Sendable {
    case none = ""
    case decibels = "dB"
    case hertz = "Hz"
    case seconds = "s"
    case milliseconds = "ms"
    case percent = "%"
    case cents = "cents"
    case beats = "beats"
    case semitones = "semitones"
    /// True or false: 1 or 0.
    case toggle = "switch"
  }

  /// The key's word, as session files and addresses have it.
  public let name: String
  public let unit: Unit
  /// Allowed values in `unit`; −∞ is allowed where the lower bound is −∞.
  public let range: ClosedRange<Float>
  public let defaultValue: Float
  /// How a control's way from one end to the other covers values; also the scale on which a
  /// parameter moves in a straight line when it is moved over a time.
  public let taper: Taper
  /// The time in which a change is spread so that it does not click; 0: at the next quantum.
  public let smoothingMilliseconds: Float
  /// A word that stands for a value ("off"), where there is one.
  public let word: (text: String, value: Float)?

  public init(
    _ name: String, _ unit: Unit, _ range: ClosedRange<Float>, default defaultValue: Float,
    taper: Taper? = nil, smoothingMilliseconds: Float = 0, word: (text: String, value: Float)? = nil
  ) {
    self.name = name
    self.unit = unit
    self.range = range
    self.defaultValue = defaultValue
    self.taper = taper ?? .linear(low: range.lowerBound, high: range.upperBound)
    self.smoothingMilliseconds = smoothingMilliseconds
    self.word = word
  }

  /// A switch: off or on.
  public init(switch name: String, default isOn: Bool) {
    self.init(name, .toggle, 0...1, default: isOn ? 1 : 0)
  }

  /// Whether this is a switch rather than a number.
  public var isSwitch: Bool { unit == .toggle }
}
