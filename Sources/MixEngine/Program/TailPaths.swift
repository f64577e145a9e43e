/// How long sound can ring on after its source has ended: along the longest way, all that is held
/// back on it.
///
/// One pass from the end to the sources, however many ways there are. Trivial; the program owns the
/// memory.
struct TailPaths: BitwiseCopyable, @unchecked Sendable {
  /// A node whose tail counts, or where ways part.
  private struct Step: BitwiseCopyable {
    /// What may hold sound back; nil: nothing.
    var module: ModuleReference?
    /// Where its readers stand in `readers`.
    var first: Int32 = 0
    var count: Int32 = 0
    /// Whether sound begins here.
    var isSource = false

    @_noLocks init() {}
  }

  /// Each after all that it feeds.
  private let steps: UnsafeMutablePointer<Step>
  private let count: Int
  /// Places in `steps`.
  private let readers: UnsafeMutablePointer<Int32>
  /// Render thread: by step, frames from there to the end.
  private let tails: UnsafeMutablePointer<Int>

  init(_ graph: Graph) {
    let inputs = graph.nodes.indices.map { graph.inputs(of: $0) }
    var readersOf = [[Int]](repeating: [], count: inputs.count)
    for (place, sources) in inputs.enumerated() {
      for source in sources where source >= 0 { readersOf[source].append(place) }
    }
    var steps: [Step] = [], readers: [Int32] = []
    var stepOf = [Int32](repeating: -1, count: inputs.count)
    for place in ProgramCompiler.order(graph, inputs).reversed() {
      var step = Step()
      switch graph.nodes[place].kind {
      case .effect(let module): step.module = ModuleReference(module)
      case .source: step.isSource = true
      default: break
      }
      step.first = Int32(readers.count)
      readers += Set(readersOf[place].map { stepOf[$0] }).sorted()
      step.count = Int32(readers.count) - step.first
      stepOf[place] = Int32(steps.count)
      steps.append(step)
    }
    count = steps.count
    self.steps = .allocate(capacity: max(count, 1))
    for (i, step) in steps.enumerated() { (self.steps + i).initialize(to: step) }
    self.readers = .allocate(capacity: max(readers.count, 1))
    for (i, reader) in readers.enumerated() { (self.readers + i).initialize(to: reader) }
    tails = .allocate(capacity: max(count, 1))
    tails.initialize(repeating: 0, count: max(count, 1))
  }

  func deallocate() {
    steps.deallocate()
    readers.deallocate()
    tails.deallocate()
  }

  /// Render thread: frames that the longest way rings on, at most `limit`.
  @_noLocks func longest(limit: Int) -> Int {
    var longest = 0
    for i in 0..<count {
      let first = Int(steps[i].first)
      var way = 0
      for r in first..<(first &+ Int(steps[i].count)) {
        let tail = tails[Int(readers[r])]
        if tail > way { way = tail }
      }
      if let module = steps[i].module {
        let tail = module.tail
        way = tail > limit &- way ? limit : way &+ tail
      }
      tails[i] = way
      if steps[i].isSource, way > longest { longest = way }
    }
    return longest
  }
}
