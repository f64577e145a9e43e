import MixEngine
import TOML

/// One entry of a map: a control and what it moves, or a reading and where it is shown.
public struct MIDIEntryPlan: Sendable, Equatable {
  /// The whole entry, for messages.
  public var place: SourceRange
  /// What arrives; of a reading, what is sent.
  public var control: MIDIControl
  /// 0…15; nil: any, and what is sent goes to the first.
  public var channel: Int?
  /// Part of the name of one of the section's ports.
  public var port: Placed<String>?
  /// Addresses to move: parameters, actions, `layer.X`. Empty where there is a `from`.
  public var to: [Placed<String>]
  /// A reading or key to show on the device.
  public var from: Placed<String>?
  /// Nil: absolute.
  public var relative: RelativeEncoding?
  /// The values at the control's two ends, in the parameter's unit; reversed turns it round. Nil:
  /// the parameter's own.
  public var range: [Double]?
  /// Whether the way is straight rather than the parameter's own.
  public var isLinear: Bool
  /// 1: a click is 1/128 of the range.
  public var sensitivity: Double
  /// Nil: the section's.
  public var takeover: Takeover?
  /// A switch that is true only while the control is down.
  public var isHeld: Bool
  /// What a press sets, or the argument of an action.
  public var value: AddressValue?
  /// What a press adds, or the argument of an action.
  public var step: Double?
  /// The layer's name; nil: the base.
  public var layer: String?
  public var light: MIDILightPlan?

  /// Where it is written makes no difference.
  public static func == (left: Self, right: Self) -> Bool {
    left.control == right.control && left.channel == right.channel && left.port == right.port
      && left.to == right.to && left.from == right.from && left.relative == right.relative
      && left.range == right.range && left.isLinear == right.isLinear
      && left.sensitivity == right.sensitivity && left.takeover == right.takeover
      && left.isHeld == right.isHeld && left.value == right.value && left.step == right.step
      && left.layer == right.layer && left.light == right.light
  }
}
