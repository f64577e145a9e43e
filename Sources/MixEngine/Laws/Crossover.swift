import CRealtime

/// Two frequencies that part a sound into lows, mids and highs.
///
/// Each parting is a Linkwitz-Riley filter of twelfth order, 72 dB an octave: both sides are −6 dB at
/// the frequency, and their sum is as loud as the sound at every frequency. A lower order would let
/// more than −80 dB of the mids' middle through when they are killed.
public struct Crossover: Hashable, Sendable {
  /// Sections of second order in one of the two Butterworth filters that make a side.
  static var sectionCount: Int { @_noLocks get { 3 } }

  /// Where lows end and mids begin, in Hz.
  public let low: Double
  /// Where mids end and highs begin, in Hz.
  public let high: Double

  /// - Parameter low: below `high`.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// What DJ mixers part at.
  public static let standard = Crossover(low: 246, high: 2484)

  /// The resonance in dB of a section of a Butterworth filter of sixth order.
  static func resonance(_ section: Int) -> Double {
    let angle = Double.pi * Double(2 * section + 1) / Double(4 * sectionCount)
    return 20 * crt_log10(1 / (2 * crt_sin(angle)))
  }
}
