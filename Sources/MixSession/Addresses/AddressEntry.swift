import MixEngine

/// What stands at an address.
public enum AddressEntry: Sendable, Equatable {
  /// A number or a switch.
  case parameter(ParameterDescriptor)
  /// Something that is done, by the module at the address `module`; of `session.stop` by all players,
  /// of `session.fade` by the crossfader, of others by no module.
  case action(ActionKind, module: String)
  /// Something to read, never to set.
  case reading(ReadingKind)
  /// A key that is settled when the session begins.
  case key

  public var isAction: Bool {
    if case .action = self { true } else { false }
  }

  /// Whether it is a number that can be moved.
  var isNumber: Bool {
    if case .parameter(let descriptor) = self { !descriptor.isSwitch } else { false }
  }

  /// "an action", "a switch", "a number"
  var withArticle: String {
    switch self {
    case .parameter(let descriptor): descriptor.isSwitch ? "a switch" : "a number"
    case .action: "an action"
    case .reading: "a reading"
    case .key: "a key"
    }
  }

  /// Whether its value is a text.
  var takesText: Bool {
    if case .action(let kind, _) = self { kind.argument == .optionalText } else { false }
  }

  var startsPlayer: Bool {
    switch self {
    case .action(.play, _), .action(.restart, _): true
    default: false
    }
  }

  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.parameter(let a), .parameter(let b)): a.name == b.name && a.range == b.range
    case (.action(let a, let m), .action(let b, let n)): a == b && m == n
    case (.reading(let a), .reading(let b)): a == b
    case (.key, .key): true
    default: false
    }
  }
}
