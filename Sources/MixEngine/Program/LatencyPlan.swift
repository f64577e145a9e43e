/// Where sound must be held back, and how far sources must run ahead, so that all of it is in time.
///
/// Sources that can read ahead (files) make up for the latency of their own way. Only where copies
/// of one signal meet again after ways of different latency is the shorter way held back; and a tap
/// in the middle is held back by what still lies between it and the output.
struct LatencyPlan {
  /// Frames from when a source makes a sample to when the farthest output gives it, by place.
  var readAhead: [Int: Int] = [:]
  /// Frames to hold back an input, by place and input.
  var holds: [InputPort: Int] = [:]
  /// The latency of the whole: the largest `readAhead`.
  var total = 0

  /// One pass over the graph where nothing is late, as in most; else, at each node, one over the
  /// sources whose sound can be there.
  ///
  /// - Parameter order: places so that each comes after those that feed it.
  init(graph: Graph, order: [Int]) {
    let inputs = graph.nodes.indices.map { graph.inputs(of: $0) }
    guard graph.nodes.contains(where: { ($0.module?.latency ?? 0) > 0 }) else {
      for source in Self.heardSources(graph, inputs, order) { readAhead[source] = 0 }
      return
    }
    let sources = graph.nodes.indices.filter {
      if case .source = graph.nodes[$0].kind { true } else { false }
    }
    let numbers = Dictionary(uniqueKeysWithValues: zip(sources, sources.indices))
    // For each node, the latency at its output of the sound of each source; −1: it isn't there.
    let absent = [Int](repeating: -1, count: sources.count)
    var reach = [[Int]](repeating: absent, count: graph.nodes.count)
    for place in order {
      let node = graph.nodes[place], latency = node.module?.latency ?? 0
      if case .source = node.kind {
        reach[place][numbers[place]!] = latency
        continue
      }
      let feeders = inputs[place].enumerated().filter { $0.element >= 0 }
      // One signal that comes in more than once: the latest way sets the time for all of them.
      var latest = absent
      for (_, feeder) in feeders {
        for i in latest.indices { latest[i] = max(latest[i], reach[feeder][i]) }
      }
      var arriving = absent
      for (index, feeder) in feeders {
        var hold = 0
        for (i, there) in reach[feeder].enumerated() where there >= 0 {
          hold = max(hold, latest[i] - there)
        }
        if hold > 0 { holds[InputPort(node: node.address, index: index)] = hold }
        for (i, there) in reach[feeder].enumerated() where there >= 0 {
          arriving[i] = max(arriving[i], there + hold + latency)
        }
      }
      reach[place] = arriving
    }
    for (place, node) in graph.nodes.enumerated() {
      guard case .output = node.kind else { continue }
      for (i, latency) in reach[place].enumerated() where latency >= 0 {
        readAhead[sources[i]] = max(readAhead[sources[i]] ?? 0, latency)
        total = max(total, latency)
      }
    }
    for (place, node) in graph.nodes.enumerated() {
      guard case .tap = node.kind else { continue }
      var hold = 0
      for (i, latency) in reach[place].enumerated() where latency >= 0 {
        hold = max(hold, (readAhead[sources[i]] ?? latency) - latency)
      }
      if hold > 0 { holds[InputPort(node: node.address, index: 0), default: 0] += hold }
    }
  }

  /// Places of the sources that an output gives.
  private static func heardSources(_ graph: Graph, _ inputs: [[Int]], _ order: [Int]) -> [Int] {
    var isHeard = [Bool](repeating: false, count: inputs.count)
    var found: [Int] = []
    for place in order.reversed() {
      switch graph.nodes[place].kind {
      case .output: isHeard[place] = true
      case .source: if isHeard[place] { found.append(place) }
      default: break
      }
      if isHeard[place] { for source in inputs[place] where source >= 0 { isHeard[source] = true } }
    }
    return found
  }
}
