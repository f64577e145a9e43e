/// Mixers: nodes with any number of named inputs.
///
///     let mixer = try graph.addMixer("mix", parameters: engine.parameters)
///     let voice = try graph.addInput("voice", to: mixer)
///     try graph.connect(mic, to: voice.input)
///     try graph.connect(mixer.output, to: speakers)
///     voice.gain.set(-6)
///
/// Inputs can be added and removed in a copy of the graph that is then given to
/// `RunningGraph.update`: what leaves fades out, what joins fades in.
extension Graph {
  /// Adds a mixer without inputs.
  ///
  /// - Parameters:
  ///   - address: the node's.
  ///   - path: where its parameters and meters stand; nil: at the node's address. Two mixers of one
  ///     engine need two paths, also where they stand in different nested graphs.
  ///   - parameters: the engine's.
  /// - Throws: `addressTaken`.
  public mutating func addMixer(
    _ address: String, path: String? = nil, parameters: ParameterTable
  ) throws(GraphProblem) -> Mixer {
    let mixer = Mixer(address, path: path ?? address, parameters: parameters)
    try addGraph(mixer.graph([]), address: address)
    return mixer
  }

  /// Gives a mixer one more input.
  ///
  /// - Parameter name: any but "output", and none that it has.
  /// - Throws: `addressTaken`, `unknownNode`, `notAGraph` where it isn't in this graph.
  public mutating func addInput(
    _ name: String, to mixer: Mixer
  ) throws(GraphProblem) -> MixerInput {
    let names = try inputNames(of: mixer)
    guard !names.contains(name), name != "output" else {
      throw .addressTaken("\(mixer.address).\(name)")
    }
    try replaceGraph(mixer.address, with: mixer.graph(names + [name]))
    return mixer.input(name)
  }

  /// Takes an input from a mixer, and its connection.
  ///
  /// - Throws: `unknownPort`, `unknownNode`, `notAGraph` where the mixer isn't in this graph.
  public mutating func removeInput(_ name: String, from mixer: Mixer) throws(GraphProblem) {
    let names = try inputNames(of: mixer)
    guard names.contains(name) else {
      throw .unknownPort(
        node: mixer.address, name: name, ports: names, nearest: NearestName.find(name, in: names))
    }
    try replaceGraph(mixer.address, with: mixer.graph(names.filter { $0 != name }))
  }

  /// The inputs that a mixer has in this graph, in the order in which they are summed.
  ///
  /// - Throws: `unknownNode`, `notAGraph` where it isn't in this graph.
  public func inputs(of mixer: Mixer) throws(GraphProblem) -> [MixerInput] {
    try inputNames(of: mixer).map { mixer.input($0) }
  }

  private func inputNames(of mixer: Mixer) throws(GraphProblem) -> [String] {
    guard case .graph(let inner) = nodes[try place(of: mixer.address)].kind,
      inner["output.fader"]?.module === mixer.fader
    else { throw .notAGraph(mixer.address) }
    return inner.inlets.map(\.name)
  }
}
