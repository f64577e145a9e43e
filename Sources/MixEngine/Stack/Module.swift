/// One stage of a cycle: it pushes, edits or reads buffers of the stack.
///
/// A module's object is its state: programs that follow each other refer to the same object.
/// Subclasses mark every override `@_noLocks`, so that the compiler proves its body free of
/// allocation, locks and reference counting.
open class Module: @unchecked Sendable {
  /// Where it stands: "player.a", "effect.echo".
  public let address: String
  /// Keeps the memory of the module's parameters alive.
  public let parameters: ParameterTable
  /// The module's number in its renderer, by which actions find it; −1 before it has one.
  public internal(set) final var slot: Int32 = -1
  /// Frames by which its output lags behind its input. Set in `prepare`.
  public final var latency = 0
  /// Frames for which it may sound after its input has ended; `Int.max`: for ever.
  public final var tail = 0
  /// Whether it would make sound in the next quantum. Written on the render thread.
  public final var isActive = true

  /// Render thread: `isActive` for subclasses in other files, where a plain assignment retains.
  @_noLocks public final func setActive(_ isActive: Bool) { self.isActive = isActive }

  /// The channels that an effect or a tap wants, where that is not stereo: 1. Set in `init`.
  public final var inputChannelCount: Int?
  /// The channels that it makes: of a source nil is not known, which is as stereo; of an effect as
  /// many as come in. Set in `init`.
  public final var outputChannelCount: Int?
  /// A source's own rate, at most 8 times the engine's; nil: the engine's. Its `prepare` and its
  /// context then have this rate, and its time is counted in it. Set in `init`.
  public final var sampleRate: SampleRate?

  /// Whether `settle` is to be called. Set before the module is first rendered.
  public final var settles = false

  /// Control thread.
  public init(address: String, parameters: ParameterTable) {
    self.address = address
    self.parameters = parameters
  }

  /// Control thread, before the module is first rendered and never while it may be rendered:
  /// makes room for what a rate needs.
  open func prepare(sampleRate: SampleRate) {}

  /// Control thread: its settings in a few words, for listings: "delay 0.25 s, feedback 50 %".
  open var summary: String { "" }

  /// Control thread: what was staged since this was last asked, to take effect with a program.
  open func takeEdits() -> [ModuleEdit] { [] }

  /// Render thread: a staged edit takes effect, before the quantum in which its program begins.
  @_noLocks open func apply(_ edit: ModuleEdit) {}

  /// Render thread: makes one quantum.
  @_noLocks open func process(_ context: RenderContext) {}

  /// Render thread: a source that can do it adds its next quantum straight to a buffer, each side
  /// scaled by a ramp, and saves the way over the stack. The bits are those of `process`, the ramps
  /// applied, and a sum.
  ///
  /// - Parameter sum: at least stereo.
  /// - Returns: false, with nothing done, when it can't in this quantum; `process` is called then.
  @_noLocks open func mix(
    into sum: BufferView, left: Ramp, right: Ramp, _ context: RenderContext
  ) -> Bool { false }

  /// Render thread: forgets what it has heard (echoes, filter states).
  @_noLocks open func reset() {}

  /// Render thread: an action whose frame lies in the quantum that is about to be processed.
  ///
  /// - Parameter offset: frames from the quantum's first to the action's, 0 ..< 64.
  @_noLocks open func perform(_ action: Action, offset: Int, _ context: RenderContext) {}

  // The compiler proves accesses to the fields above only here, where they are declared.

  /// Render thread: sets `tail`.
  @_noLocks public final func setTail(_ frames: Int) { tail = frames }

  /// Render thread: tells that sound at this module was not finite and was silenced.
  @_noLocks public final func tellNonFinite(_ context: RenderContext) {
    context.stack.faults.pointee.nonFinite.add(1, ordering: .relaxed)
    context.tell(RenderEvent(.nonFinite, target: slot, frame: context.time))
  }

  /// Render thread: all modules have made the quantum, and it is known whether the mix ended in it.
  ///
  /// - Parameter frameCount: frames of the quantum that count, 0…64: fewer where takes are to end.
  @_noLocks open func settle(_ frameCount: Int, _ context: RenderContext) {}

  /// Render thread: a source says, in every quantum in which it sounds, until before which frame of
  /// the render clock it does. When no source does any more, and what it left has rung out, the mix
  /// has ended.
  @_noLocks public final func sounds(until frame: Int64, _ context: RenderContext) {
    context.ending.sounds(until: frame, slot: slot)
  }
}
