extension Graph {
  /// Adds the end of a strip.
  @discardableResult public mutating func addFader(
    _ fader: Fader, address: String? = nil
  ) throws(GraphProblem) -> (input: InputPort, output: OutputPort) {
    let address = address ?? fader.address
    try add(Node(address: address, kind: .fader(fader)), inputs: 1)
    return (InputPort(node: address, index: 0), OutputPort(node: address))
  }

  /// Adds one of the renderer's outputs; 0 is main.
  ///
  /// - Parameter fader: gives its level; nil: it is as the bus made it.
  @discardableResult public mutating func addOutput(
    _ address: String, index: Int, fader: Fader? = nil
  ) throws(GraphProblem) -> InputPort {
    try add(Node(address: address, kind: .output(index: index, fader: fader)), inputs: 1)
    return InputPort(node: address, index: 0)
  }
}
