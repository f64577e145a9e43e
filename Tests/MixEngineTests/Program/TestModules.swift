import MixEngine

/// Pushes a line that says which frame it is: value = scale × frame + offset.
final class LineSource: Module, @unchecked Sendable {
  let scale: Float
  let offset: Float
  let channelCount: Int

  init(
    _ address: String, _ table: ParameterTable, scale: Float = 0, offset: Float = 0,
    channelCount: Int = 2
  ) {
    self.scale = scale
    self.offset = offset
    self.channelCount = channelCount
    super.init(address: address, parameters: table)
  }

  @_noLocks override func process(_ context: RenderContext) {
    guard let buffer = context.stack.push(channelCount: channelCount) else { return }
    for c in 0..<channelCount {
      for i in 0..<context.frameCount {
        let frame = Int32(truncatingIfNeeded: context.time &+ Int64(i))
        buffer[c][i] = scale * Float(frame) + offset
      }
    }
  }
}

/// Multiplies and adds: not commutative, so that an order or a copy that is wrong shows.
final class ScaleAndAdd: Module, @unchecked Sendable {
  let scale: Float
  let add: Float

  init(_ address: String, _ table: ParameterTable, scale: Float, add: Float) {
    self.scale = scale
    self.add = add
    super.init(address: address, parameters: table)
  }

  @_noLocks override func process(_ context: RenderContext) {
    guard let top = context.stack.get(0) else { return }
    for c in 0..<top.channelCount {
      for i in 0..<top.frameCount { top[c][i] = top[c][i] * scale + add }
    }
  }
}

/// Holds sound back and says so.
final class Late: Module, @unchecked Sendable {
  private let line: UnsafeMutablePointer<Float>
  private let frames: Int
  private var at = 0

  init(_ address: String, _ table: ParameterTable, frames: Int) {
    self.frames = frames
    line = .allocate(capacity: 2 * max(frames, 1))
    line.initialize(repeating: 0, count: 2 * max(frames, 1))
    super.init(address: address, parameters: table)
    latency = frames
  }

  deinit { line.deallocate() }

  @_noLocks override func process(_ context: RenderContext) {
    guard let top = context.stack.get(0), frames > 0 else { return }
    for i in 0..<top.frameCount {
      for c in 0..<2 {
        let held = line[2 &* at &+ c]
        line[2 &* at &+ c] = top[c][i]
        top[c][i] = held
      }
      at = at &+ 1 == frames ? 0 : at &+ 1
    }
  }
}

/// Keeps the last quantum that it heard.
final class Listener: Module, @unchecked Sendable {
  let heard: UnsafeMutablePointer<Float> = .allocate(capacity: 128)
  nonisolated(unsafe) var count = 0

  init(_ address: String, _ table: ParameterTable) {
    heard.initialize(repeating: 0, count: 128)
    super.init(address: address, parameters: table)
  }

  deinit { heard.deallocate() }

  @_noLocks override func process(_ context: RenderContext) {
    guard let top = context.stack.get(0) else { return }
    for i in 0..<top.frameCount {
      heard[i] = top.left[i]
      heard[64 &+ i] = top.right[i]
    }
    count &+= 1
  }
}

/// Leaves the stack as it must not.
final class Unbalanced: Module, @unchecked Sendable {
  let pushes: Int

  init(_ address: String, _ table: ParameterTable, pushes: Int) {
    self.pushes = pushes
    super.init(address: address, parameters: table)
  }

  @_noLocks override func process(_ context: RenderContext) {
    for _ in 0..<(pushes < 0 ? 0 : pushes) { context.stack.pushSilence() }
    if pushes < 0 { context.stack.pop(0 &- pushes) }
  }
}

/// Makes one frame that is not a number.
final class Poison: Module, @unchecked Sendable {
  let frame: Int64
  nonisolated(unsafe) var resets = 0

  init(_ address: String, _ table: ParameterTable, frame: Int64) {
    self.frame = frame
    super.init(address: address, parameters: table)
  }

  @_noLocks override func process(_ context: RenderContext) {
    guard let top = context.stack.get(0) else { return }
    let at = frame &- context.time
    if at >= 0, at < Int64(top.frameCount) { top.left[Int(at)] = .nan }
  }

  @_noLocks override func reset() { resets &+= 1 }
}
