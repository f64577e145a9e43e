extension MIDILearnTrack {
  /// What a control with these values is, and whether it is nothing else.
  ///
  /// Absolute controls send a value only when it differs from the one before; encoders say the same
  /// again and again, and never 0. Source: the learning wizard of Mixxx (`learningutils.cpp`), with
  /// sign and magnitude and 14 bits added.
  func kind(of control: MIDIControl) -> (kind: MIDILearnFinding.Kind, isSure: Bool) {
    switch control.kind {
    case .note: return (.button(releases: releases > 0), true)
    case .program: return (.button(releases: false), true)
    case .pitchBend, .pressure, .keyPressure: return (.absolute, valueCount >= 3)
    case .cc, .cc14, .nrpn, .rpn: break
    }
    if 2 * stepCount > count { return (.encoder(nil), true) }
    if let button = buttonKind { return button }
    let encodings = evidence.encodings
    let bothWays = evidence.bothWays
    if let first = bothWays.first ?? encodings.first, looksRelative {
      return (.encoder(first), encodings.count == 1 && count >= 3)
    }
    // What an encoder could have sent is no proof of a position.
    let couldBeEncoder = !bothWays.isEmpty || (!encodings.isEmpty && repeats > 0)
    return (.absolute, valueCount >= 4 && !couldBeEncoder)
  }

  private var looksRelative: Bool {
    if repeats >= 2, 4 * repeats >= count { return true }
    if count == 1 { return [1, 63, 65].contains(last) }
    if valueCount <= 2, repeats >= 1 || !evidence.bothWays.isEmpty { return true }
    // Right and left of these two are at opposite ends, with nothing between.
    return count >= 3 && evidence.bothWays.contains { $0 != .offset }
  }

  /// Values of 0 and one other, or the largest only.
  private var buttonKind: (kind: MIDILearnFinding.Kind, isSure: Bool)? {
    guard evidence.isCoarse, valueCount <= 2, greatest >= 64 else { return nil }
    if least == 0, valueCount == 2 { return (.button(releases: true), greatest == 127) }
    // An encoder that is turned left by quick single clicks sends this too.
    let isQuick = count >= 3 && lastTime - firstTime < Int64(count - 1) * 150_000_000
    guard valueCount == 1, greatest == 127, !isQuick else { return nil }
    return (.button(releases: false), false)
  }
}
