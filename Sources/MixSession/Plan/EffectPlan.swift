import MixEngine
import TOML

/// An effect, wherever it stands.
public struct EffectPlan: Sendable, Equatable {
  public let name: String
  public let nameRange: SourceRange
  public let kind: EffectKind
  public var parameters: [ParameterValue]
  /// The name of the strip that it acts under; of those types only that listen.
  public var listen: Placed<String>?

  public var address: String { "effect.\(name)" }

  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.kind.word == right.kind.word
      && left.parameters == right.parameters && left.listen == right.listen
  }
}
