/// What an address is told.
public enum AddressValue: Hashable, Sendable {
  /// An action without an argument.
  case none
  /// In the parameter's unit, or the action's.
  case number(Double)
  case toggle(Bool)
  case text(String)

  /// As a parameter holds it.
  public var number: Double {
    switch self {
    case .none, .text: 0
    case .number(let value): value
    case .toggle(let isOn): isOn ? 1 : 0
    }
  }
}
