import MixEngine
import TOML

/// A strip: where its sound comes from, what happens to it, and where it goes.
public struct StripPlan: Sendable, Equatable {
  public enum Source: Sendable, Equatable {
    case player(PlayerPlan)
    case input(InputPlan)
    case oscillator
    /// What was sent to the bus.
    case bus
  }

  public let name: String
  /// Its name in the header; nil: nobody wrote one (main and cue).
  public let nameRange: SourceRange?
  public let source: Source
  /// All of its parameters: trim, gain, balance, mute, and those of its source.
  public var parameters: [ParameterValue]
  public var balanceLaw: Placed<BalanceLaw>
  /// Names of effects in the order of the sound.
  public var effects: [Placed<String>]
  /// The bus that gets it; nil: none does.
  public var to: Placed<String?>
  public var crossfade: Placed<CrossfadeSide>
  /// What the session gives to other buses; `SessionPlan.sends(of:)` has what controls turn up, too.
  public var sends: [SendPlan] = []
  /// Of a bus: where sends to it are taken.
  public var sendPoint = Placed(SendPoint.post)

  /// Whether it goes somewhere: main and cue do not.
  var isRouted: Bool { kind != .bus || (name != "main" && name != "cue") }

  public var kind: TableKind {
    switch source {
    case .player: .player
    case .input: .input
    case .oscillator: .oscillator
    case .bus: .bus
    }
  }

  /// "player.a"
  public var address: String { "\(kind.rawValue).\(name)" }

  public var player: PlayerPlan? {
    if case .player(let player) = source { player } else { nil }
  }

  public var input: InputPlan? {
    if case .input(let input) = source { input } else { nil }
  }

  /// Whether peaks at its end are kept below a ceiling; of main only.
  public var limiter = Placed(false)

  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.source == right.source && left.limiter == right.limiter
      && left.parameters == right.parameters && left.balanceLaw == right.balanceLaw
      && left.effects == right.effects && left.to == right.to
      && left.crossfade == right.crossfade && left.sends == right.sends
      && left.sendPoint == right.sendPoint
  }
}
