/// Turns a graph into the list of stack operations of one quantum.
///
/// Nodes are made in the order in which they were added, each after those that feed it. A buffer is
/// edited in place where nobody else needs it; copied where somebody does. What only reads
/// (recorders, outputs) reads right where a buffer is made.
struct ProgramCompiler {
  private let graph: Graph
  private let inputs: [[Int]]
  private var readers: [[Int]]
  /// How many editing nodes still need the output of a node.
  private var uses: [Int]
  /// Places whose output lies on the stack, the top last.
  private var stack: [Int] = []
  private var isMade: [Bool]
  /// The first instruction that had a part in a node's output.
  private var firstInstruction: [Int]
  private var plan: LatencyPlan
  private let align: (String, Int) -> AlignDelay
  private(set) var instructions: [Instruction] = []
  private(set) var depth = 0
  private var isBus: [Bool]

  /// - Parameters:
  ///   - graph: without problems.
  ///   - align: gives the delay of that address and length; the same object when asked again.
  static func compile(
    _ graph: Graph, align: @escaping (String, Int) -> AlignDelay
  ) -> (instructions: [Instruction], depth: Int, plan: LatencyPlan) {
    var compiler = ProgramCompiler(graph, align: align)
    compiler.compile()
    return (compiler.instructions, compiler.depth, compiler.plan)
  }

  private init(_ graph: Graph, align: @escaping (String, Int) -> AlignDelay) {
    self.graph = graph
    self.align = align
    inputs = graph.nodes.indices.map { graph.inputs(of: $0) }
    readers = Array(repeating: [], count: graph.nodes.count)
    uses = Array(repeating: 0, count: graph.nodes.count)
    isMade = Array(repeating: false, count: graph.nodes.count)
    isBus = Array(repeating: false, count: graph.nodes.count)
    firstInstruction = Array(repeating: 0, count: graph.nodes.count)
    // Recorders read before outputs, so that a listing ends with what is heard.
    for pass in 0..<2 {
      for (place, node) in graph.nodes.enumerated() {
        let isTap = if case .tap = node.kind { true } else { false }
        let isReader = isTap || { if case .output = node.kind { true } else { false } }()
        for source in inputs[place] where source >= 0 {
          if isReader {
            if isTap == (pass == 0) { readers[source].append(place) }
          } else if pass == 0 {
            uses[source] += 1
          }
        }
      }
    }
    plan = LatencyPlan(graph: graph, order: Self.order(graph, inputs))
    for place in Self.order(graph, inputs) {
      switch graph.nodes[place].kind {
      case .sum: isBus[place] = true
      case .effect: isBus[place] = inputs[place].contains { isBus[$0] }
      default: break
      }
    }
  }

  /// Places so that each comes after those that feed it, else as they were added.
  static func order(_ graph: Graph, _ inputs: [[Int]]) -> [Int] {
    var order: [Int] = [], isDone = [Bool](repeating: false, count: inputs.count)
    for start in inputs.indices where !isDone[start] {
      var path: [(place: Int, next: Int)] = [(start, 0)]
      isDone[start] = true
      while let (place, next) = path.last {
        if next < inputs[place].count {
          path[path.count - 1].next += 1
          let source = inputs[place][next]
          if source >= 0, !isDone[source] {
            isDone[source] = true
            path.append((source, 0))
          }
        } else {
          order.append(place)
          path.removeLast()
        }
      }
    }
    return order
  }

  private mutating func compile() {
    // What nobody edits further is where the sound's way ends.
    for (place, node) in graph.nodes.enumerated() where node.hasOutput && uses[place] == 0 {
      make(place)
    }
  }

  // MARK: One node

  private mutating func make(_ place: Int) {
    guard !isMade[place] else { return }
    let node = graph.nodes[place]
    let first = instructions.count
    switch node.kind {
    case .source(let module):
      emit(.push, module: module)
      stack.append(place)
    case .effect(let module):
      takeOver(inputs[place][0], for: place, input: 0)
      emit(.edit, module: module)
    case .fader(let module):
      takeOver(inputs[place][0], for: place, input: 0)
      emit(.fader, module: module)
      instructions[instructions.count - 1].fader = (module as? Fader)?.handle
      instructions[instructions.count - 1].isGuard = needsGuard(place)
    case .sum:
      makeSum(place)
    // Nested graphs have been put in their places.
    case .tap, .output, .graph, .inlet, .outlet, .wire:
      return
    }
    isMade[place] = true
    depth = max(depth, stack.count)
    firstInstruction[place] =
      inputs[place].lazy.filter { $0 >= 0 }
      .map { [firstInstruction] in firstInstruction[$0] }.min().map { min($0, first) } ?? first
    instructions[instructions.count - 1].first = Int32(firstInstruction[place])
    for reader in readers[place] { read(place, by: reader) }
    if uses[place] == 0 {
      bringToTop(place)
      emit(.pop, index: 1)
      stack.removeLast()
    }
  }

  /// Silencing what is not finite is worth its price where effects could have made it, and where
  /// sound is summed.
  private func needsGuard(_ place: Int) -> Bool {
    let source = inputs[place][0]
    guard source >= 0 else { return false }
    switch graph.nodes[source].kind {
    case .sum: return true
    // The effects of this engine look after themselves.
    case .effect(let module): return !(module is Effect)
    default: return false
    }
  }

  /// Makes the top a buffer that `place` may edit, with the sound of `source`.
  private mutating func takeOver(_ source: Int, for place: Int, input: Int) {
    make(source)
    uses[source] -= 1
    if uses[source] == 0 {
      bringToTop(source)
      stack[stack.count - 1] = place
    } else {
      emit(.copy, index: index(of: source))
      stack.append(place)
    }
    hold(InputPort(node: graph.nodes[place].address, index: input))
  }

  private mutating func makeSum(_ place: Int) {
    let sources = inputs[place].enumerated().filter { $0.element >= 0 }
    guard let (firstInput, firstSource) = sources.first.map({ ($0.offset, $0.element) }) else {
      emit(.silence)
      stack.append(place)
      return
    }
    takeOver(firstSource, for: place, input: firstInput)
    for (input, source) in sources.dropFirst() {
      let port = InputPort(node: graph.nodes[place].address, index: input)
      make(source)
      uses[source] -= 1
      let isLast = uses[source] == 0
      if plan.holds[port] != nil, !isLast {
        // Somebody else needs it as it is.
        emit(.copy, index: index(of: source))
        stack.append(-1)
        depth = max(depth, stack.count)
        hold(port)
        emit(.add, index: index(of: place))
        emit(.pop, index: 1)
        stack.removeLast()
        continue
      }
      bringToTop(source)
      hold(port)
      if isLast, stack.count >= 2, stack[stack.count - 2] == place {
        emitMix(of: source)
        stack.removeLast()
      } else {
        emit(.add, index: index(of: place))
        if isLast {
          emit(.pop, index: 1)
          stack.removeLast()
        }
      }
    }
    bringToTop(place)
  }

  /// Adds the top, which is the output of `source`, to the buffer below it: with the fader and the
  /// module that made it in one go, where nothing stands between them.
  private mutating func emitMix(of source: Int) {
    if let last = instructions.last, last.operation == .fader, !last.isGuard,
      case .fader(let module) = graph.nodes[source].kind, module.slot == last.slot
    {
      instructions.removeLast()
      if let before = instructions.last, before.operation == .push, inputs[source][0] >= 0,
        case .source(let module) = graph.nodes[inputs[source][0]].kind,
        module.slot == before.slot
      {
        instructions.removeLast()
        var fused = before
        fused.operation = .mixSource
        fused.fader = last.fader
        fused.index = last.slot
        instructions.append(fused)
      } else {
        var fused = last
        fused.operation = .mixFaded
        instructions.append(fused)
      }
    } else {
      emit(.mix, index: 2)
    }
  }

  private mutating func read(_ place: Int, by reader: Int) {
    bringToTop(place)
    let port = InputPort(node: graph.nodes[reader].address, index: 0)
    let isHeld = plan.holds[port] != nil
    if isHeld {
      emit(.copy, index: 0)
      depth = max(depth, stack.count + 1)
      hold(port)
    }
    switch graph.nodes[reader].kind {
    case .tap(let module):
      emit(.record, module: module)
    case .output(let index, let fader):
      emit(.output, index: index, module: fader)
      instructions[instructions.count - 1].fader = (fader as? Fader)?.handle
    default: break
    }
    if isHeld { emit(.pop, index: 1) }
  }

  // MARK: The stack

  private func index(of place: Int) -> Int {
    stack.count - 1 - stack.lastIndex(of: place)!
  }

  private mutating func bringToTop(_ place: Int) {
    let index = index(of: place)
    guard index > 0 else { return }
    emit(.raise, index: index)
    stack.append(stack.remove(at: stack.count - 1 - index))
  }

  private mutating func hold(_ port: InputPort) {
    guard let frames = plan.holds[port] else { return }
    emit(.edit, module: align("align.\(port.node).\(port.index)", frames))
  }

  private mutating func emit(
    _ operation: Instruction.Operation, index: Int = 0, module: Module? = nil
  ) {
    var instruction = Instruction(operation: operation)
    instruction.index = Int32(index)
    if let module {
      instruction.slot = module.slot
      instruction.module = ModuleReference(module)
    }
    instructions.append(instruction)
  }
}
