import MixEngine
import MixTestSupport

/// Renders a clip through modules with a hand-written block.
final class ModuleRig {
  let renderer: Renderer
  let parameters = ParameterTable()
  private static let capacity = 64
  private let references: UnsafeMutablePointer<ModuleReference>
  private var count = 0

  init(rate: Int = 48_000) {
    renderer = Renderer(
      sampleRate: SampleRate(rate), isOffline: true, parameters: parameters)
    references = .allocate(capacity: Self.capacity)
  }

  deinit { references.deallocate() }

  /// What the modules, in order, make of what the first pushes. Those that edit nothing may stand
  /// anywhere.
  func use(_ modules: [Module]) {
    count = modules.count
    precondition(count <= Self.capacity, "too many modules")
    for (i, module) in modules.enumerated() {
      (references + i).initialize(to: ModuleReference(module))
    }
    nonisolated(unsafe) let first = references
    let count = count
    @_noLocks @Sendable func block(_ context: RenderContext) {
      for i in 0..<count { first[i].process(context) }
      context.output()
      context.stack.popAll()
    }
    renderer.setBlock(keepingAlive: modules, block)
  }

  func use(_ clip: [[Float]], _ modules: [Module], isExternal: Bool = false) {
    use([ClipSource(clip, isExternal: isExternal, parameters: parameters)] + modules)
  }

  /// The next frames, left and right. Requests have the given sizes, again and again.
  func render(_ frameCount: Int, requests: [Int] = [64]) -> (left: [Float], right: [Float]) {
    var left = Signals.silence(frameCount), right = left
    var done = 0, turn = 0
    while done < frameCount {
      let n = min(requests[turn % requests.count], frameCount - done)
      turn += 1
      left.withUnsafeMutableBufferPointer { l in
        right.withUnsafeMutableBufferPointer { r in
          var channels = [l.baseAddress! + done, r.baseAddress! + done]
          renderer.render(into: &channels, frameCount: n)
        }
      }
      done += n
    }
    return (left, right)
  }

  /// Sets a parameter at the quantum that begins at, or before, a frame.
  func set(_ address: String, _ value: Float, at frame: Int) {
    let index = parameters.parameter(named: address)!.index
    renderer.send(
      Action(.set, target: index, value: Double(value), frame: Int64(frame)), from: .control)
  }

  var faults: UnsafeMutablePointer<FaultCounters> { renderer.faults }
}
