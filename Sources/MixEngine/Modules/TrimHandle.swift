/// What the render thread needs of a trim. Trivial; the `Trim` has the memory.
public struct TrimHandle: BitwiseCopyable, @unchecked Sendable {
  struct State: BitwiseCopyable {
    let trim: Parameter
    var lineFrames = 240
    var isFresh = true
    var last = Float.nan
    var gain = Ramp(1)

    @_noLocks init(trim: Parameter) { self.trim = trim }
  }

  let state: UnsafeMutablePointer<State>

  @_noLocks init(state: UnsafeMutablePointer<State>) { self.state = state }

  /// The gain from the next frame on.
  public var gain: Ramp {
    @_noLocks get { state.pointee.gain }
  }

  /// Takes this quantum's parameter and aims the gain at it. Before the gain is used; asked again
  /// in the same quantum it changes nothing.
  @_noLocks public func update() {
    let trim = state.pointee.trim.value
    if trim == state.pointee.last { return }
    state.pointee.last = trim
    let target = Decibels(Double(trim > 24 ? 24 : trim)).gain
    if state.pointee.isFresh {
      state.pointee.gain.jump(to: target == target ? target : 1)
    } else {
      state.pointee.gain.move(to: target, over: state.pointee.lineFrames)
    }
    state.pointee.isFresh = false
  }

  /// Goes on by so many frames, for those who applied the gain themselves.
  @_noLocks public func advance(_ frameCount: Int) { state.pointee.gain.advance(frameCount) }

  /// Applies the gain to all channels of the top.
  @_noLocks public func apply(to stack: BufferStack) {
    if state.pointee.gain.rests(at: 1) { return }
    guard let top = stack.get() else { return stack.countMisuse() }
    if top.isExternal, !stack.makeOwn(0) { return }
    for c in 0..<top.channelCount {
      Kernel.apply(state.pointee.gain, to: top[c], frameCount: top.frameCount)
    }
    state.pointee.gain.advance(top.frameCount)
  }
}
