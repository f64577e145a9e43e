/// Where a live input's sound comes from, and where it may be heard.
public struct InputPlan: Sendable, Equatable {
  public enum Device: Sendable, Equatable {
    /// Part of a source's name or description; nil: the server's default source.
    case source(Placed<String>?)
    /// What a sink plays: part of the sink's name or description.
    case monitor(of: Placed<String>)
    /// A sink of this name that appears for other programs.
    case virtualSink(Placed<String>)
  }

  public enum Monitor: String, Sendable, CaseIterable {
    case on, off
    /// Off while main is a loudspeaker.
    case auto
  }

  public var device: Device
  /// Of the device, counted from 1: one is mono, of several the first two are left and right. Nil:
  /// its first two.
  public var channels: Placed<[Int]>?
  /// Whether output.main plays it; takes, sends and other outputs always have it.
  public var monitor: Placed<Monitor>
  /// Milliseconds.
  public var latency: Placed<Double>
  /// Milliseconds by which takes are shifted further.
  public var latencyOffset: Placed<Double>

  /// Whether it hears what people do in the room, so that its takes are shifted to what was heard.
  public var isSource: Bool { if case .source = device { true } else { false } }
}
