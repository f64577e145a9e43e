extension MIDIInput {
  /// Whether a button is down: a note above velocity 0, all else from the middle on.
  var isPressed: Bool {
    switch value {
    case .coarse(let value): control.kind == .note ? value > 0 : value >= 64
    case .fine(let value): value >= 8192
    case .steps(let steps): steps > 0
    }
  }
}

extension MIDIEntry {
  /// How far an encoder was turned; nil: it says where it is.
  func clicks(_ input: MIDIInput) -> Int? {
    if case .steps(let count) = input.value { return count }
    return relative.map { input.value.clicks($0) }
  }

  /// Whether what comes in counts as a press rather than as a way.
  func isButton(on target: MIDITarget, _ input: MIDIInput) -> Bool {
    if control.kind == .note || control.kind == .program || value != nil || step != nil {
      return true
    }
    switch target.kind {
    case .parameter(_, let descriptor, _): return descriptor.isSwitch || isHeld
    case .action(_, let scale): return scale == nil
    case .layer: return true
    }
  }
}

extension ParameterDescriptor {
  /// A value a step further; what is quieter than −60 dB is silent.
  func stepped(_ value: Float, by step: Float, on scale: MIDIScale) -> Float {
    let bounds = (min(scale.low, scale.high), max(scale.low, scale.high))
    let least: Float = -60
    guard unit == .decibels, range.lowerBound == -.infinity else {
      return min(max(value + step, bounds.0), bounds.1)
    }
    let from = value < least ? (step > 0 ? least - step : -.infinity) : value
    let new = from + step
    return new < least ? bounds.0 : min(max(new, bounds.0), bounds.1)
  }
}
