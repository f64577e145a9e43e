/// A module as the render thread holds it: no retain, no release. Somebody else keeps it alive.
public struct ModuleReference: BitwiseCopyable, @unchecked Sendable {
  private let reference: Unmanaged<Module>

  public init(_ module: Module) { reference = .passUnretained(module) }

  // Class dispatch is the one hop that the compiler can't look through; each override carries its
  // own proof, and a script checks that none is unmarked.

  @_semantics("no_performance_analysis") @inline(__always)
  public func process(_ context: RenderContext) {
    reference._withUnsafeGuaranteedRef { $0.process(context) }
  }

  @_semantics("no_performance_analysis") @inline(__always)
  public func mix(
    into sum: BufferView, left: Ramp, right: Ramp, _ context: RenderContext
  ) -> Bool {
    reference._withUnsafeGuaranteedRef {
      $0.mix(into: sum, left: left, right: right, context)
    }
  }

  @_semantics("no_performance_analysis") @inline(__always)
  public func settle(_ frameCount: Int, _ context: RenderContext) {
    reference._withUnsafeGuaranteedRef { $0.settle(frameCount, context) }
  }

  @_semantics("no_performance_analysis") @inline(__always)
  public func reset() { reference._withUnsafeGuaranteedRef { $0.reset() } }

  @_semantics("no_performance_analysis") @inline(__always)
  public func perform(_ action: Action, offset: Int, _ context: RenderContext) {
    reference._withUnsafeGuaranteedRef { $0.perform(action, offset: offset, context) }
  }

  @_semantics("no_performance_analysis") @inline(__always)
  public func apply(_ edit: ModuleEdit) {
    reference._withUnsafeGuaranteedRef { $0.apply(edit) }
  }

  public var slot: Int32 {
    @_noLocks get { reference._withUnsafeGuaranteedRef { $0.slot } }
  }

  public var tail: Int {
    @_noLocks get { reference._withUnsafeGuaranteedRef { $0.tail } }
  }

  public var isActive: Bool {
    @_noLocks get { reference._withUnsafeGuaranteedRef { $0.isActive } }
  }
}
