@testable import MixEngine

/// A map on a desk whose parameters, actions and devices can be looked at.
final class DeskRig: MIDIDesk {
  let parameters = ParameterTable()
  var arrivalFrame: Int64 = 1000
  var renderedFrame: Int64 = 900
  private(set) var performed: [Action] = []
  private(set) var notices: [MIDINotice] = []
  /// What was sent to the devices since it was last taken.
  private var sent: [(port: Int, bytes: [UInt8])] = []
  private(set) var requests: [AddressValue] = []
  lazy var mapper = MIDIMapper(MIDIMap(), desk: self)

  func perform(_ action: Action) { performed.append(action) }
  func send(_ bytes: [UInt8], to port: MIDIPort.ID) { sent.append((port.client, bytes)) }
  func notice(_ notice: MIDINotice) { notices.append(notice) }

  func takeSent() -> [[UInt8]] {
    defer { sent = [] }
    return sent.map(\.bytes)
  }

  func takePerformed() -> [Action] {
    defer { performed = [] }
    return performed
  }

  func takeNotices() -> [MIDINotice] {
    defer { notices = [] }
    return notices
  }

  // MARK: Maps

  static let gain = Fader.descriptors[0]
  static let mute = Fader.descriptors[2]

  /// A parameter to move, at its address.
  func parameter(_ descriptor: ParameterDescriptor, _ address: String) -> Parameter {
    parameters.add(descriptor, address: address)
  }

  func target(
    _ descriptor: ParameterDescriptor, _ address: String, range: (low: Float, high: Float)? = nil,
    isLinear: Bool = false
  ) -> MIDITarget {
    MIDITarget(
      address,
      .parameter(
        parameter(descriptor, address), descriptor,
        MIDIScale(descriptor, range: range, isLinear: isLinear)))
  }

  /// An action that sends `verb` with its number as the value; a toggle sends play and pause.
  func action(
    _ address: String, _ argument: MIDIAction.Argument, verb: Action.Verb = .seek,
    scale: MIDIScale? = nil, light: @escaping @Sendable () -> MIDILightState = { .off }
  ) -> MIDITarget {
    let action = MIDIAction(argument, light: light) { value, frame in
      if case .toggle(let isOn) = value {
        return [Action(isOn ? .play : .pause, target: 7, frame: frame)]
      }
      return [Action(verb, target: 7, value: value.number, frame: frame)]
    }
    return MIDITarget(address, .action(action, scale))
  }

  /// Uses a map of one section that hears the device 20, and plugs that in.
  func use(_ entries: [MIDIEntry], layers: [String] = [], initMessages: [[UInt8]] = []) {
    mapper.update(
      to: MIDIMap(
        sections: [
          MIDISection(connect: ["knobs"], initMessages: initMessages, entries: entries)
        ], layers: layers))
    plug(20)
  }

  static func port(_ client: Int, _ name: String = "knobs") -> MIDIPort {
    MIDIPort(
      id: .init(client: client, port: 0), clientName: name, portName: "MIDI 1", isHardware: true,
      sends: true, receives: true)
  }

  func plug(_ client: Int, _ name: String = "knobs") {
    let port = Self.port(client, name)
    mapper.portAppeared(port, among: [port])
  }

  func unplug(_ client: Int) { mapper.portVanished(.init(client: client, port: 0)) }

  // MARK: Hands

  func receive(_ input: MIDIInput, from client: Int = 20) {
    mapper.receive(input, from: .init(client: client, port: 0))
  }

  func cc(_ number: Int, _ value: Int, channel: Int = 0, from client: Int = 20) {
    receive(MIDIInput(MIDIControl(.cc, number), channel: channel, .coarse(value)), from: client)
  }

  func note(_ number: Int, _ velocity: Int, channel: Int = 0, from client: Int = 20) {
    receive(
      MIDIInput(MIDIControl(.note, number), channel: channel, .coarse(velocity)), from: client)
  }

  /// Down and up again.
  func tap(_ number: Int, channel: Int = 0) {
    note(number, 100, channel: channel)
    note(number, 0, channel: channel)
  }

  func fine(_ number: Int, _ value: Int) {
    receive(MIDIInput(MIDIControl(.cc14, number), channel: 0, .fine(value)))
  }
}

extension MIDIEntry {
  /// With some of its settings.
  func with(_ change: (inout MIDIEntry) -> Void) -> MIDIEntry {
    var entry = self
    change(&entry)
    return entry
  }
}
