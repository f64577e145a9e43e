/// The ways along which sound can ring on after its source has ended: for each, the modules that may
/// hold some of it back.
///
/// Trivial; the program owns the memory.
struct TailPaths: BitwiseCopyable, @unchecked Sendable {
  /// Modules of all ways, one way after the other, each closed by nil.
  private let modules: UnsafeMutablePointer<ModuleReference?>
  private let count: Int

  init(_ graph: Graph) {
    let inputs = graph.nodes.indices.map { graph.inputs(of: $0) }
    var readers = [[Int]](repeating: [], count: inputs.count)
    for (place, sources) in inputs.enumerated() {
      for source in sources where source >= 0 { readers[source].append(place) }
    }
    // The ways on from each node, told from the end; each distinct one once.
    var ways: [Int: Set<[Int]>] = [:]
    for place in ProgramCompiler.order(graph, inputs).reversed() {
      var own: Set<[Int]> = []
      for reader in readers[place] { own.formUnion(ways[reader] ?? []) }
      if own.isEmpty { own = [[]] }
      if case .effect = graph.nodes[place].kind { own = Set(own.map { [place] + $0 }) }
      ways[place] = own
    }
    var all: Set<[Int]> = []
    for (place, node) in graph.nodes.enumerated() {
      if case .source = node.kind { all.formUnion(ways[place] ?? []) }
    }
    var list: [ModuleReference?] = []
    for way in all where !way.isEmpty {
      list += way.compactMap { graph.nodes[$0].module.map(ModuleReference.init) }
      list.append(nil)
    }
    count = list.count
    modules = .allocate(capacity: max(list.count, 1))
    for (i, module) in list.enumerated() { (modules + i).initialize(to: module) }
  }

  func deallocate() { modules.deallocate() }

  /// Render thread: frames that the longest way rings on, at most `limit`.
  @_noLocks func longest(limit: Int) -> Int {
    var longest = 0, way = 0
    for i in 0..<count {
      guard let module = modules[i] else {
        if way > longest { longest = way }
        way = 0
        continue
      }
      let tail = module.tail
      way = tail > limit &- way ? limit : way &+ tail
    }
    return longest
  }
}
