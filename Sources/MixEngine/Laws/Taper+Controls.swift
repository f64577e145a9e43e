// The tapers of a DJ mixer's controls. Source: Mixxx's `enginemixer.cpp`.
extension Taper {
  /// A channel fader: −∞…0 dB, −12.4 dB half-way.
  public static var channelFader: Taper {
    @_noLocks get { .fader(floor: -20, top: 0, unity: 1) }
  }

  /// A knob of an equaliser: −∞…12 dB, 0 dB in the middle.
  public static var equaliserKnob: Taper {
    @_noLocks get { .fader(floor: -12, top: 12, unity: 0.5) }
  }

  /// The main, booth and headphone knobs: −∞…14 dB, 0 dB in the middle.
  public static var mainKnob: Taper {
    @_noLocks get { .fader(floor: -14, top: 14, unity: 0.5) }
  }
}
