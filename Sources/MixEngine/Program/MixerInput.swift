/// One input of a mixer: where to connect, and what is done to the sound. `Graph.addInput` makes it.
///
/// Any thread; a change goes in a line of 5 ms.
public final class MixerInput: @unchecked Sendable {
  public let name: String
  /// Where to connect; silence while nothing is.
  public let input: InputPort
  /// Has the balance law, too.
  public let fader: Fader
  /// The level before `fader`, and after it. A meter costs nothing while nobody reads it.
  public let levelBefore: LevelMeter
  public let levelAfter: LevelMeter

  init(name: String, index: Int, mixer: String, path: String, parameters: ParameterTable) {
    self.name = name
    input = InputPort(node: mixer, index: index)
    fader = Fader(strip: path, parameters: parameters)
    fader.fadesInLate()
    levelBefore = LevelMeter(address: "\(path).before", parameters: parameters)
    levelAfter = LevelMeter(address: "\(path).after", parameters: parameters)
  }

  /// Decibels, −∞…12.
  public var gain: Parameter { fader.gain }

  /// −1 left … 1 right. In the middle, with the linear law, no bit is changed.
  public var balance: Parameter { fader.balance }

  /// Whether it is heard: the other way to say `mute`. What feeds it is rendered on, so that it is
  /// where it should be when it is heard again.
  public var isEnabled: Bool {
    get { fader.mute.wanted < 0.5 }
    set { fader.mute.set(newValue ? 0 : 1) }
  }
}
