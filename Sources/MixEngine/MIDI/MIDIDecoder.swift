/// Makes controls and their values of the messages of any number of ports.
///
/// - A control change is always `cc`. Controllers 0…31 and their lower halves 32…63 are `cc14` as well,
///   in either order; a lower half before any upper one is nothing.
/// - Controllers 98…101 select a parameter, 6 and 38 give it a value (`nrpn`, `rpn`), 96 and 97 step it.
/// - A note has its velocity, and 0 when it is let go, however that was sent.
/// - A program is its number with the value 127.
/// - What software sends whole (14-bit controllers and parameters) gives what its parts would give.
///
/// An upper half may be held for up to 3 ms until its lower half is there, so that a fine fader does not
/// move by a coarse step and back; nothing is held of a control that never sent a lower half. Whoever
/// waits for messages wakes at `deadline` and calls `flush`. What was held when the next message
/// arrives is given before it.
///
/// Numbers beyond what MIDI has are passed over, and values are held in their range. Times are
/// nanoseconds of any clock that does not go back. MIDI thread. Cost: O(1) a message; memory is
/// allocated at a port's first message only.
public struct MIDIDecoder: Sendable {
  private struct Held: Sendable {
    var port: MIDIPort.ID
    var channel: Int
    var place: Int
    var deadline: Int64
  }

  private var ports: [MIDIDecoderPort] = []
  /// In the order of their deadlines.
  private var held: [Held] = []

  public init() {
    ports.reserveCapacity(16)
    held.reserveCapacity(64)
  }

  /// When `flush` has something to give; nil: nothing is held.
  public var deadline: Int64? { held.first?.deadline }

  /// - Parameters:
  ///   - time: When the message arrived.
  ///   - body: Called for each input, and for those of any port that are due, in order.
  public mutating func decode(
    _ message: MIDIMessage, from port: MIDIPort.ID, at time: Int64,
    _ body: (MIDIPort.ID, MIDIInput) -> Void
  ) {
    flush(at: time, body)
    let channel = Int(message.channel & 15)
    let number = Int(message.number)
    let coarse = min(Int(message.value), 127)
    let fine = min(Int(message.value), 16383)
    func give(_ kind: MIDIControl.Kind, _ number: Int, _ value: MIDIInput.Value) {
      if let greatest = kind.greatestNumber, number > greatest { return }
      body(port, MIDIInput(MIDIControl(kind, number), channel: channel, value))
    }
    switch message.kind {
    case .noteOff: give(.note, number, .coarse(0))
    case .noteOn: give(.note, number, .coarse(coarse))
    case .keyPressure: give(.keyPressure, number, .coarse(coarse))
    case .programChange: give(.program, number, .coarse(127))
    case .channelPressure: give(.pressure, 0, .coarse(coarse))
    case .pitchBend: give(.pitchBend, 0, .fine(fine))
    case .controlChange:
      guard number < 128 else { return }
      give(.cc, number, .coarse(coarse))
      let index = indexOfPort(port)
      controlChange(number, coarse, port: index, channel: channel, at: time, body)
    case .control14:
      guard number < 32 else {
        // There is no lower half for it: a plain controller.
        give(.cc, number, .coarse(coarse))
        return
      }
      give(.cc, number, .coarse(fine >> 7))
      give(.cc, number + 32, .coarse(fine & 127))
      let index = indexOfPort(port)
      ports[index].pairs[MIDIDecoderPort.pairIndex(number, channel: channel)].take(fine)
      release(port, channel, number)
      give(.cc14, number, .fine(fine))
    case .nrpn, .rpn:
      guard number < 16384 else { return }
      let index = indexOfPort(port)
      let lower = message.kind == .rpn ? 100 : 98
      select(lower + 1, number >> 7, port: index, channel: channel, body)
      select(lower, number & 127, port: index, channel: channel, body)
      guard let parameter = ports[index].selections[channel].parameter else { return }
      _ = ports[index].selections[channel].changesOwner(to: parameter)
      ports[index].pairs[MIDIDecoderPort.pairIndex(MIDIDecoderPort.data, channel: channel)]
        .take(fine)
      give(parameter.kind, parameter.number, .fine(fine))
    }
  }

  /// Gives what was held long enough.
  public mutating func flush(at time: Int64, _ body: (MIDIPort.ID, MIDIInput) -> Void) {
    while let first = held.first, first.deadline <= time {
      if let index = ports.firstIndex(where: { $0.id == first.port }) {
        flush(first.place, port: index, channel: first.channel, body)
      } else {
        held.remove(at: 0)
      }
    }
  }

  /// Forgets all about a port that is gone.
  public mutating func forget(_ port: MIDIPort.ID) {
    ports.removeAll { $0.id == port }
    held.removeAll { $0.port == port }
  }

  private mutating func indexOfPort(_ id: MIDIPort.ID) -> Int {
    if let index = ports.firstIndex(where: { $0.id == id }) { return index }
    ports.append(MIDIDecoderPort(id: id))
    return ports.count - 1
  }

  /// What a control change means beside being one.
  private mutating func controlChange(
    _ number: Int, _ value: Int, port: Int, channel: Int, at time: Int64,
    _ body: (MIDIPort.ID, MIDIInput) -> Void
  ) {
    if number < 64 {
      half(value, isUpper: number < 32, number & 31, port, channel, time, body)
    }
    switch number {
    case 6, 38:
      guard let parameter = ports[port].selections[channel].parameter else { return }
      if ports[port].selections[channel].changesOwner(to: parameter) {
        let index = MIDIDecoderPort.pairIndex(MIDIDecoderPort.data, channel: channel)
        ports[port].pairs[index].forgetValue()
      }
      half(value, isUpper: number == 6, MIDIDecoderPort.data, port, channel, time, body)
    case 96, 97:
      guard let parameter = ports[port].selections[channel].parameter else { return }
      // The value of these two means nothing.
      let input = MIDIInput(parameter, channel: channel, .steps(number == 96 ? 1 : -1))
      body(ports[port].id, input)
    case 98...101: select(number, value, port: port, channel: channel, body)
    default: break
    }
  }

  private mutating func half(
    _ value: Int, isUpper: Bool, _ place: Int, _ port: Int, _ channel: Int, _ time: Int64,
    _ body: (MIDIPort.ID, MIDIInput) -> Void
  ) {
    let index = MIDIDecoderPort.pairIndex(place, channel: channel)
    if ports[port].pairs[index].holds(upper: isUpper) {
      flush(place, port: port, channel: channel, body)
    }
    let wasHolding = ports[port].pairs[index].isHolding
    let result =
      isUpper
      ? ports[port].pairs[index].takeUpper(value, at: time)
      : ports[port].pairs[index].takeLower(value, at: time)
    let id = ports[port].id
    if wasHolding { release(id, channel, place) }
    if ports[port].pairs[index].isHolding {
      held.append(
        Held(port: id, channel: channel, place: place, deadline: time &+ FinePair.patience))
    }
    give(result, place, port, channel, body)
  }

  /// What is selected changes: held data are of the parameter before.
  private mutating func select(
    _ controller: Int, _ value: Int, port: Int, channel: Int,
    _ body: (MIDIPort.ID, MIDIInput) -> Void
  ) {
    flush(MIDIDecoderPort.data, port: port, channel: channel, body)
    let index = MIDIDecoderPort.pairIndex(MIDIDecoderPort.data, channel: channel)
    ports[port].pairs[index].beginRun()
    ports[port].selections[channel].select(controller: controller, value)
  }

  private mutating func flush(
    _ place: Int, port: Int, channel: Int, _ body: (MIDIPort.ID, MIDIInput) -> Void
  ) {
    let index = MIDIDecoderPort.pairIndex(place, channel: channel)
    guard ports[port].pairs[index].isHolding else { return }
    release(ports[port].id, channel, place)
    // In one expression, `give` would hold a copy of all ports while this one is changed.
    let value = ports[port].pairs[index].flush()
    give(value, place, port, channel, body)
  }

  private mutating func release(_ port: MIDIPort.ID, _ channel: Int, _ place: Int) {
    // A place is held once at most.
    let index = held.firstIndex {
      $0.place == place && $0.channel == channel && $0.port == port
    }
    if let index { held.remove(at: index) }
  }

  private func give(
    _ value: Int?, _ place: Int, _ port: Int, _ channel: Int,
    _ body: (MIDIPort.ID, MIDIInput) -> Void
  ) {
    guard let value else { return }
    let isData = place == MIDIDecoderPort.data
    let control = isData ? ports[port].selections[channel].parameter : MIDIControl(.cc14, place)
    guard let control else { return }
    body(ports[port].id, MIDIInput(control, channel: channel, .fine(value)))
  }
}
