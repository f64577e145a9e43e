/// What a meter shows of a stereo signal.
public struct LevelReading: BitwiseCopyable, Sendable {
  /// Of one channel. Levels are in dB of full scale; −∞ is silence.
  public struct Channel: BitwiseCopyable, Sendable {
    /// The greatest sample since this reader read last.
    public var peak = Decibels(-.infinity)
    /// The greatest sample, kept for 0.5 s and falling by 26 dB a second then.
    public var heldPeak = Decibels(-.infinity)
    /// The root of the mean square over the last 4096 frames; 3.01 dB below the peak for a sine.
    public var rms = Decibels(-.infinity)
    /// Samples beyond full scale since this reader read last.
    public var clipCount = 0

    public init() {}
  }

  public var left = Channel()
  public var right = Channel()

  public init() {}

  /// Whether anything was beyond full scale.
  public var hasClipped: Bool { left.clipCount > 0 || right.clipCount > 0 }

  /// The louder peak of both channels.
  public var peak: Decibels { max(left.peak, right.peak) }
}
