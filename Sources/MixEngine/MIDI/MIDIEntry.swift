/// One line of a map, as the mapper works with it.
public struct MIDIEntry: Sendable {
  public enum Task: Sendable {
    case move([MIDITarget])
    case show(MIDIReading)
  }

  public var control: MIDIControl
  /// 0…15; nil: any.
  public var channel: Int?
  /// Part of a port's name; nil: all ports of the section.
  public var port: String?
  public var task: Task
  /// Nil: absolute.
  public var relative: RelativeEncoding?
  /// 1: a click is 1/128 of the range.
  public var sensitivity: Float = 1
  public var takeover = Takeover.pickup
  /// A switch that is true only while the control is down.
  public var isHeld = false
  /// What a press sets.
  public var value: AddressValue?
  /// What a press adds.
  public var step: Float?
  /// Its place in the map's layers; nil: the base.
  public var layer: Int?
  public var light: MIDILight?

  public init(_ control: MIDIControl, channel: Int? = nil, port: String? = nil, _ task: Task) {
    self.control = control
    self.channel = channel
    self.port = port
    self.task = task
  }

  /// Addresses that it moves, or shows.
  public var addresses: [String] {
    switch task {
    case .move(let targets): targets.map(\.address)
    case .show(let reading): [reading.address]
    }
  }
}
