import MixEngine

/// The crossfader, which is there when a strip has a side, or a table.
public struct CrossfaderPlan: Sendable, Equatable {
  public static let address = "crossfader"

  public var parameters: [ParameterValue]
  public var curve: Placed<CrossfaderCurve>
}
