/// A summary of `LoadCounters`: shares of the time that there was (1: all of it).
public struct LoadReport: Sendable, Equatable {
  /// Requests that were measured.
  public var requests: Int
  /// 99 of 100 requests took at most this share (within an eighth of an octave).
  public var percentile99: Double
  public var worst: Double
  /// Requests that took longer than the sound they made lasts.
  public var late: Int
}
