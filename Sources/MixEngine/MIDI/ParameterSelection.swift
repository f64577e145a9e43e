/// Which registered or non-registered parameter the data of a channel belong to. MIDI thread.
struct ParameterSelection: BitwiseCopyable, Sendable {
  private var isRegistered = false
  /// Upper and lower half of each; nil: not said since it was closed.
  private var nrpn: (upper: UInt8?, lower: UInt8?) = (nil, nil)
  private var rpn: (upper: UInt8?, lower: UInt8?) = (nil, nil)
  /// Whose value the halves of the data make.
  private var owner: MIDIControl?

  /// Nil: none is selected.
  var parameter: MIDIControl? {
    let halves = isRegistered ? rpn : nrpn
    guard let upper = halves.upper, let lower = halves.lower else { return nil }
    return MIDIControl(isRegistered ? .rpn : .nrpn, Int(upper) << 7 | Int(lower))
  }

  /// Controllers 98…101. Both halves at 127 close: data belong to nobody until the next selection.
  mutating func select(controller: Int, _ value: Int) {
    let half = UInt8(truncatingIfNeeded: value)
    isRegistered = controller >= 100
    switch controller {
    case 98: nrpn.lower = half
    case 99: nrpn.upper = half
    case 100: rpn.lower = half
    default: rpn.upper = half
    }
    if parameter?.number == 16383 {
      nrpn = (nil, nil)
      rpn = (nil, nil)
    }
  }

  /// Whether the data are of another parameter than they were before.
  mutating func changesOwner(to parameter: MIDIControl) -> Bool {
    defer { owner = parameter }
    return owner != parameter
  }
}
