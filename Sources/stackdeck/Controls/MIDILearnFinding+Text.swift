import MixEngine

extension MIDILearnFinding {
  /// "cc 0, channel 1: fader, absolute, 0–127, 41 values seen"
  var text: String { "\(control.text), channel \(channel + 1): \(kindText)" }

  private var kindText: String {
    switch kind {
    case .absolute:
      let values = valueCount == 1 ? "1 value" : "\(valueCount) values"
      return "fader, absolute, \(range.lowerBound)–\(range.upperBound), \(values) seen"
    case .encoder(let encoding?):
      let clicks = encoding.rawValue.split(separator: "/")
      return "looks relative, one click right \(clicks[0]), left \(clicks[1]): "
        + "relative = \"\(encoding.rawValue)\""
    case .encoder(nil): return "steps up and down"
    case .button(let releases):
      return releases ? "button: press toggles, h: only while held" : "button: press toggles"
    }
  }

  /// What would tell more of a control of which too little was seen; nil: all is clear.
  var question: String? {
    guard !isSure else { return nil }
    switch kind {
    case .absolute: return "move it once more, over its whole way"
    case .encoder: return "turn it once more, slowly, right and then left"
    case .button: return "press it once more, and let it go"
    }
  }

  var encoding: RelativeEncoding? {
    if case .encoder(let encoding) = kind { encoding } else { nil }
  }

  /// Whether it can be used while it is held down.
  var canBeHeld: Bool { kind == .button(releases: true) }
}
