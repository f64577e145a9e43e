import TOML

/// A recorder: what it listens to, and where its takes go.
public struct RecorderPlan: Sendable, Equatable {
  public let name: String
  public let nameRange: SourceRange
  /// A strip's name.
  public var tap: Placed<String>
  public var point: Placed<RecorderPoint>
  /// With strftime fields of the take's first moment. Without a range where it is the default.
  public var file: Placed<SessionPath>
  /// Nil: nobody said (24 bits, or what the kind of file has).
  public var encoding: Placed<RecorderEncoding>?
  public var start: Placed<StartMode>
  /// Whether a cue sheet with the marks lies beside each take.
  public var cueSheet: Placed<Bool>

  public var address: String { "recorder.\(name)" }

  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.tap == right.tap && left.point == right.point
      && left.file == right.file && left.encoding == right.encoding && left.start == right.start
      && left.cueSheet == right.cueSheet
  }
}
