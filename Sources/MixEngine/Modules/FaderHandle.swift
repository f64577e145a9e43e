import Synchronization

/// What the render thread needs of a fader, so that mixing can take the fader's gains without a
/// pass of its own. Trivial; the `Fader` has the memory.
public struct FaderHandle: BitwiseCopyable, @unchecked Sendable {
  struct State: BitwiseCopyable {
    let gain: Parameter
    let balance: Parameter
    let mute: Parameter
    let crossfader: CrossfaderHandle?
    var fadesIn: Bool
    /// Frames of a line: 5 ms, and 2 ms for a cut.
    var lineFrames = 240
    var cutFrames = 96
    /// Whether nothing has been rendered yet.
    var isFresh = true
    /// The values that the lines now go to.
    var lastGain = Float.nan
    var lastFactor: Float = 1
    var lastBalance = Float.nan
    var lastMute = false
    var lastSettings = UInt32.max
    var lastCrossfade = Float.nan
    var left = Ramp(0)
    var right = Ramp(0)

    @_noLocks init(
      gain: Parameter, balance: Parameter, mute: Parameter, crossfader: CrossfaderHandle?,
      fadesIn: Bool
    ) {
      self.gain = gain
      self.balance = balance
      self.mute = mute
      self.crossfader = crossfader
      self.fadesIn = fadesIn
    }
  }

  /// Render thread only, once rendering has begun.
  let state: UnsafeMutablePointer<State>
  /// `FaderSettings` as a number. Written by the control thread, read by the render thread
  /// (relaxed: it stands for itself).
  let settings: UnsafeMutablePointer<Atomic<UInt32>>
  /// 1 when the fader is absent and silent. Written by the render thread (release), read by
  /// anybody (acquire).
  let fadedOut: UnsafeMutablePointer<Atomic<UInt32>>

  @_noLocks init(
    state: UnsafeMutablePointer<State>, settings: UnsafeMutablePointer<Atomic<UInt32>>,
    fadedOut: UnsafeMutablePointer<Atomic<UInt32>>
  ) {
    self.state = state
    self.settings = settings
    self.fadedOut = fadedOut
  }

  /// Gain of the left side from the next frame on.
  public var left: Ramp {
    @_noLocks get { state.pointee.left }
  }

  /// Gain of the right side from the next frame on.
  public var right: Ramp {
    @_noLocks get { state.pointee.right }
  }

  /// Whether both sides rest at 1: it changes nothing.
  public var isUnity: Bool {
    @_noLocks get {
      guard state.pointee.left.rests(at: 1) else { return false }
      return state.pointee.right.rests(at: 1)
    }
  }

  /// Whether both sides rest at 0: nothing comes through.
  public var isSilent: Bool {
    @_noLocks get {
      guard state.pointee.left.rests(at: 0) else { return false }
      return state.pointee.right.rests(at: 0)
    }
  }

  /// Takes this quantum's parameters and aims both gains at what they ask for, in straight lines.
  ///
  /// Before the gains are used; asked again in the same quantum it changes nothing. Costs nothing
  /// while parameters stay.
  @_noLocks public func update() {
    let gain = state.pointee.gain.value, balance = state.pointee.balance.value
    let mute = state.pointee.mute.isOn
    let number = settings.pointee.load(ordering: .relaxed)
    let isSame =
      gain == state.pointee.lastGain && balance == state.pointee.lastBalance
      && mute == state.pointee.lastMute && number == state.pointee.lastSettings
    if isSame, FaderSettings.isPlain(number: number) { return }
    let settings = FaderSettings(number: number)
    let crossfade = crossfade(settings.side)
    if !settings.isPresent { tellAbsence() }
    if isSame, crossfade == state.pointee.lastCrossfade { return }
    if gain != state.pointee.lastGain {
      state.pointee.lastFactor = Decibels(Double(gain > 12 ? 12 : gain)).gain
    }
    state.pointee.lastGain = gain
    state.pointee.lastBalance = balance
    state.pointee.lastMute = mute
    state.pointee.lastSettings = number
    state.pointee.lastCrossfade = crossfade
    let isHeard = settings.isPresent && !mute
    let level = isHeard ? state.pointee.lastFactor * crossfade : 0
    let sides = settings.law.gains(at: balance)
    if state.pointee.isFresh {
      // What begins with the program begins at its level; what joins a running one fades in.
      state.pointee.isFresh = false
      if !state.pointee.fadesIn {
        state.pointee.left.jump(to: level * sides.left)
        state.pointee.right.jump(to: level * sides.right)
        return
      }
    }
    let frames = isSame && isCut() ? state.pointee.cutFrames : state.pointee.lineFrames
    state.pointee.left.move(to: level * sides.left, over: frames)
    state.pointee.right.move(to: level * sides.right, over: frames)
  }

  /// Goes on by so many frames, for those who applied the gains themselves.
  @_noLocks public func advance(_ frameCount: Int) {
    state.pointee.left.advance(frameCount)
    state.pointee.right.advance(frameCount)
  }

  /// Applies the gains to the top.
  @_noLocks public func apply(to stack: BufferStack) {
    stack.applyFaders(left: &state.pointee.left, right: &state.pointee.right)
  }

  /// Adds the top, with the gains, to a deeper entry, and leaves it as it is.
  @_noLocks public func add(to index: Int, of stack: BufferStack) {
    stack.add(to: index, left: &state.pointee.left, right: &state.pointee.right)
  }

  @_noLocks private func crossfade(_ side: CrossfadeSide) -> Float {
    guard let crossfader = state.pointee.crossfader else { return 1 }
    return crossfader.gain(of: side)
  }

  @_noLocks private func isCut() -> Bool {
    guard let crossfader = state.pointee.crossfader else { return false }
    return crossfader.isCut
  }

  /// Lines end inside of a quantum, so this is seen by the first quantum that is silent as a whole.
  @_noLocks private func tellAbsence() {
    guard state.pointee.lastSettings != .max, isSilent else { return }
    fadedOut.pointee.store(1, ordering: .releasing)
  }
}
