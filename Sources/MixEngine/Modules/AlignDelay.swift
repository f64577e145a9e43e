/// Holds sound back by a whole number of frames, so that copies of one signal that went different
/// ways meet again at the same time, and takes line up with what is heard.
///
/// Edits the top, mono or stereo.
final class AlignDelay: Module, @unchecked Sendable {
  let frames: Int
  private let line: UnsafeMutablePointer<Float>
  private let capacity: Int
  private var at = 0

  init(address: String, parameters: ParameterTable, frames: Int) {
    self.frames = frames
    capacity = frames + Quantum.frameCount
    line = .allocate(capacity: 2 * capacity)
    line.initialize(repeating: 0, count: 2 * capacity)
    super.init(address: address, parameters: parameters)
    latency = frames
    tail = frames
  }

  deinit { line.deallocate() }

  @_noLocks override func process(_ context: RenderContext) {
    guard let top = context.stack.get(0) else { return }
    let n = top.frameCount
    for c in 0..<(top.channelCount < 2 ? top.channelCount : 2) {
      let channel = line + c &* capacity
      var write = at
      var read = at &- frames
      if read < 0 { read &+= capacity }
      for i in 0..<n {
        channel[write] = top[c][i]
        top[c][i] = channel[read]
        write = write &+ 1 == capacity ? 0 : write &+ 1
        read = read &+ 1 == capacity ? 0 : read &+ 1
      }
    }
    at = (at &+ n) % capacity
  }

  @_noLocks override func reset() { Kernel.clear(line, frameCount: 2 &* capacity) }
}
