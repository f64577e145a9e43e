/// What a mixer in a graph is made of: any number of inputs with a level, a balance and a switch of
/// their own, their sum, and a level for that. `Graph.addMixer` makes it.
///
/// Its parameters stand at "ADDRESS.gain", "ADDRESS.balance" and "ADDRESS.mute"; those of an input at
/// "ADDRESS.NAME.gain", ….balance and ….mute. Which inputs it has, and what feeds them, is the graph's;
/// levels are the mixer's: an input that is taken away and comes back has the ones that it had.
///
/// Control thread; parameters and meters any thread.
public final class Mixer: @unchecked Sendable {
  public let address: String
  /// The mix, in the graph that it was added to.
  public let output: OutputPort
  /// −∞…12 dB, and balance, of the whole.
  public let fader: Fader
  /// The level of the sum before `fader`, and after it. A meter costs nothing while nobody reads it.
  public let levelBefore: LevelMeter
  public let levelAfter: LevelMeter
  private let parameters: ParameterTable
  /// All that there ever were.
  private var made: [String: MixerInput] = [:]

  init(_ address: String, path: String, parameters: ParameterTable) {
    self.address = address
    self.parameters = parameters
    output = OutputPort(node: address)
    fader = Fader(strip: path, parameters: parameters, kind: .main)
    levelBefore = LevelMeter(address: "\(path).before", parameters: parameters)
    levelAfter = LevelMeter(address: "\(path).after", parameters: parameters)
    self.path = path
  }

  private let path: String

  /// Decibels, −∞…12.
  public var gain: Parameter { fader.gain }

  /// The input of that name, the same object each time.
  func input(_ name: String) -> MixerInput {
    if let input = made[name] { return input }
    let input = MixerInput(
      name: name, index: made.count, mixer: address, path: "\(path).\(name)",
      parameters: parameters)
    made[name] = input
    return input
  }

  /// The graph that the mixer is, with these inputs.
  func graph(_ names: [String]) throws(GraphProblem) -> Graph {
    var graph = Graph()
    let sum = try graph.addSum("output.sum")
    for name in names {
      let input = input(name)
      let sound = try graph.addInlet(name, isOptional: true, index: input.input.index)
      let end = try graph.addFader(input.fader, address: "\(name).fader")
      try graph.connect(sound, to: end.input)
      try graph.connect(sound, to: graph.addTap(input.levelBefore, address: "\(name).before"))
      try graph.connect(end.output, to: graph.addTap(input.levelAfter, address: "\(name).after"))
      try graph.connect(end.output, to: graph.addInput(toSum: "output.sum"))
    }
    let end = try graph.addFader(fader, address: "output.fader")
    try graph.connect(sum, to: end.input)
    try graph.connect(sum, to: graph.addTap(levelBefore, address: "output.before"))
    try graph.connect(end.output, to: graph.addTap(levelAfter, address: "output.after"))
    try graph.connect(end.output, to: graph.addOutlet("output"))
    return graph
  }
}
