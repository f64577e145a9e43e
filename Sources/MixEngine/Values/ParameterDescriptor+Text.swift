extension ParameterDescriptor {
  /// A value as people write it, with its unit: "0.25 s", "-inf dB", "off", "true".
  public func text(_ value: Float) -> String {
    if isSwitch { return value > 0.5 ? "true" : "false" }
    if let word, word.value == value { return word.text }
    var text = "\(value)"
    if text.hasSuffix(".0") { text.removeLast(2) }
    if text == "-0" { text = "0" }
    return unit == .none ? text : "\(text) \(unit.rawValue)"
  }
}
