/// What stands between each fader and the next ones on both sides: when that changes, the fader
/// must be down while it does.
///
/// A fader answers for what comes to it from sources, through effects and sums, as far as the next
/// faders, which answer for themselves; and for where it goes, as far as no other fader comes after.
struct GraphPaths {
  /// What stands somewhere: equal numbers, equal things.
  struct Shape: Hashable {
    var address: String
    var module: ObjectIdentifier?
    var parts: [Int] = []
  }

  /// Gives equal shapes equal numbers. One for all graphs that are compared.
  struct Shapes {
    private var numbers: [Shape: Int] = [:]

    mutating func number(_ shape: Shape) -> Int {
      if let number = numbers[shape] { return number }
      numbers[shape] = numbers.count
      return numbers.count - 1
    }
  }

  /// By address of the fader's node: what stands around it.
  private(set) var paths: [String: Int] = [:]
  private(set) var faders: [String: Fader] = [:]

  /// - Parameter graph: without nested ones.
  init(_ graph: Graph, _ shapes: inout Shapes) {
    let inputs = graph.nodes.indices.map { graph.inputs(of: $0) }
    let order = ProgramCompiler.order(graph, inputs)
    var readersOf = [[Int]](repeating: [], count: inputs.count)
    for (place, sources) in inputs.enumerated() {
      for source in sources where source >= 0 { readersOf[source].append(place) }
    }
    func shape(_ place: Int, _ parts: [Int] = []) -> Shape {
      let node = graph.nodes[place]
      return Shape(
        address: node.address, module: node.module.map(ObjectIdentifier.init), parts: parts)
    }
    func isFader(_ place: Int) -> Bool {
      if case .fader = graph.nodes[place].kind { true } else { false }
    }

    // What comes out of each node, as far as the faders before it.
    var before = [Int](repeating: 0, count: inputs.count)
    for place in order {
      var sources = inputs[place].filter { $0 >= 0 }
      if isFader(place) {
        sources = []
      } else if case .sum = graph.nodes[place].kind {
        // What comes to a sum through a fader fades by itself.
        sources = sources.filter { !isFader($0) }
      }
      before[place] = shapes.number(shape(place, sources.map { before[$0] }.sorted()))
    }
    // Where it goes without another fader: by place, what those who take it are.
    var open = [[Int]](repeating: [], count: inputs.count)
    for place in order.reversed() {
      for reader in readersOf[place] {
        switch graph.nodes[reader].kind {
        case .output: open[place].append(shapes.number(shape(reader)))
        case .effect, .sum:
          guard !open[reader].isEmpty else { continue }
          open[place].append(shapes.number(shape(reader, open[reader])))
        default: break
        }
      }
      open[place] = Set(open[place]).sorted()
    }
    for (place, node) in graph.nodes.enumerated() {
      guard case .fader(let module) = node.kind, let fader = module as? Fader else { continue }
      let after = readersOf[place].filter {
        switch graph.nodes[$0].kind {
        // A send comes and goes by a fader of its own.
        case .tap, .fader: false
        default: true
        }
      }.map { shapes.number(shape($0, open[$0])) }
      let source = inputs[place].first ?? -1
      paths[node.address] = shapes.number(
        shape(place, [source < 0 ? -1 : before[source]] + after.sorted()))
      faders[node.address] = fader
    }
  }
}
