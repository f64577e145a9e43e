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

  /// - Parameter order: places so that each comes after those that feed it.
  init(graph: Graph, order: [Int]) {
    // For each node, the latency at its output of the sound of each source that reaches it.
    var reach = [[Int: Int]](repeating: [:], count: graph.nodes.count)
    for place in order {
      let node = graph.nodes[place]
      let inputs = graph.inputs(of: place)
      var arriving: [Int: Int] = [:]
      // One signal that comes in more than once: the latest way sets the time for all of them.
      var latest: [Int: Int] = [:]
      for input in inputs where input >= 0 {
        for (source, latency) in reach[input] {
          latest[source] = max(latest[source] ?? 0, latency)
        }
      }
      for (index, input) in inputs.enumerated() where input >= 0 {
        let hold = reach[input].map { latest[$0.key]! - $0.value }.max() ?? 0
        if hold > 0 { holds[InputPort(node: node.address, index: index)] = hold }
        for (source, latency) in reach[input] {
          arriving[source] = max(arriving[source] ?? 0, latency + hold)
        }
      }
      let own = node.module?.latency ?? 0
      if case .source = node.kind {
        arriving = [place: own]
      } else if own > 0 {
        arriving = arriving.mapValues { $0 + own }
      }
      reach[place] = arriving
    }
    for (place, node) in graph.nodes.enumerated() {
      guard case .output = node.kind else { continue }
      for (source, latency) in reach[place] {
        readAhead[source] = max(readAhead[source] ?? 0, latency)
        total = max(total, latency)
      }
    }
    for (place, node) in graph.nodes.enumerated() {
      guard case .tap = node.kind else { continue }
      let hold = reach[place].map { (readAhead[$0.key] ?? $0.value) - $0.value }.max() ?? 0
      if hold > 0 { holds[InputPort(node: node.address, index: 0), default: 0] += hold }
    }
  }
}
