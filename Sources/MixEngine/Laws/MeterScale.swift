/// The scale of a level meter: how far it is up at a level, so that what matters has room.
///
/// Source: IEC 60268-18, as jack_mixer's faders have it. Real-time safe.
public enum MeterScale {
  /// 0 at −70 dB and below … 1 at 0 dB and above, in straight pieces between.
  @_noLocks public static func position(of level: Decibels) -> Double {
    let dB = level.value
    // Not a number is no level.
    guard dB > -70 else { return 0 }
    if dB < -60 { return (dB + 70) * 0.005 }
    if dB < -50 { return 0.05 + (dB + 60) * 0.0025 }
    if dB < -40 { return 0.075 + (dB + 50) * 0.0075 }
    if dB < -30 { return 0.15 + (dB + 40) * 0.015 }
    if dB < -20 { return 0.3 + (dB + 30) * 0.02 }
    return dB < 0 ? 0.5 + (dB + 20) * 0.025 : 1
  }
}
