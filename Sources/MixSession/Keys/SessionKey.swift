import MixEngine

/// One key of a table: all that validation, help and the manual say about it.
public struct SessionKey: Sendable {
  public let name: String
  public let shape: KeyShape
  /// As it would be written, or in words; nil: the key must be there.
  public let defaultText: String?
  /// What it does, in one line.
  public let summary: String

  init(_ name: String, _ shape: KeyShape, default defaultText: String?, _ summary: String) {
    self.name = name
    self.shape = shape
    self.defaultText = defaultText
    self.summary = summary
  }

  init(_ descriptor: ParameterDescriptor, _ summary: String) {
    self.init(
      descriptor.name, .parameter(descriptor), default: descriptor.defaultText, summary)
  }

  /// The parameter, where it is one: then its address can be moved while it plays.
  public var descriptor: ParameterDescriptor? {
    switch shape {
    case .parameter(let descriptor): descriptor
    case .monitor: MonitorGate.descriptor
    default: nil
    }
  }

  /// "gain = number, −inf…12 dB, default 0"
  public var synopsis: String {
    "\(name) = \(shape.text), \(defaultText.map { "default \($0)" } ?? "required")"
  }
}
