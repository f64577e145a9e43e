import CRealtime

/// How far a level is lowered, in dB: by compression above a threshold, by expansion below another.
///
/// A sound of level L comes out at L − compression − expansion. All levels are peaks in dB of full
/// scale. Source: the hard-knee static curves of Giannoulis, Massberg and Reiss, "Digital Dynamic
/// Range Compressor Design" (J. Audio Eng. Soc. 60, 2012); the law of the headroom is ours.
/// Real-time safe.
public struct DynamicsCurve: BitwiseCopyable, Sendable {
  /// What happens above the threshold.
  public enum Compression: BitwiseCopyable, Sendable {
    /// So many dB in are one dB out; held at 1, which is no compression, or above.
    case ratio(Double)
    /// The output comes near to so many dB above the threshold, but never beyond them: of x dB above
    /// it h·(1 − e^(−x/h)) are left. Near the threshold that is hardly a change. Held above 0.
    case headroom(Double)
  }

  public var compression: Compression
  /// Where compression begins, in dB.
  public var compressionThreshold: Double
  /// One dB in is so many dB out; held at 1, which is no expansion, or above.
  public var expansionRatio: Double
  /// Where expansion ends, in dB.
  public var expansionThreshold: Double

  /// A curve that compresses, expands, or both.
  @_noLocks public init(
    compression: Compression = .ratio(1), above compressionThreshold: Double = 0,
    expansionRatio: Double = 1, below expansionThreshold: Double = 0
  ) {
    self.compression = compression
    self.compressionThreshold = compressionThreshold
    self.expansionRatio = expansionRatio
    self.expansionThreshold = expansionThreshold
  }

  /// Expansion lowers by no more than this, in dB: from there it is back soon enough.
  public static var greatestExpansion: Double { @_noLocks get { 80 } }

  /// The level of a peak in dB, held in −200…200.
  @_noLocks public static func level(ofPeak peak: Float) -> Double {
    if peak < 1e-10 { return -200 }
    return peak < 1e10 ? 20 * crt_log10(Double(peak)) : 200
  }

  /// By how many dB compression lowers a level: 0 or more.
  @_noLocks public func compression(at level: Double) -> Double {
    let over = level - compressionThreshold
    guard over > 0 else { return 0 }
    switch compression {
    case .ratio(let ratio):
      return ratio > 1 ? over - over / ratio : 0
    case .headroom(let headroom):
      let h = headroom > 1e-3 ? headroom : 1e-3
      return over - h * (1 - crt_exp(0 - over / h))
    }
  }

  /// By how many dB expansion lowers a level: 0…`greatestExpansion`.
  @_noLocks public func expansion(at level: Double) -> Double {
    let under = expansionThreshold - level
    guard under > 0, expansionRatio > 1 else { return 0 }
    let reduction = under * (expansionRatio - 1)
    return reduction < Self.greatestExpansion ? reduction : Self.greatestExpansion
  }
}
