/// A render block that somebody wrote by hand.
public typealias RenderBlock = @Sendable (RenderContext) -> Void

/// A hand-written block as a renderer's body.
final class BlockBody: RenderBody, @unchecked Sendable {
  private let block: RenderBlock

  init(modules: [Module], block: @escaping RenderBlock) {
    self.block = block
    super.init(modules: modules)
  }

  @_noLocks override func run(_ context: RenderContext) {
    call(context)
    if context.stack.count != 0 {
      context.stack.faults.pointee.imbalances.add(1, ordering: .relaxed)
    }
  }

  // A stored closure can't be looked through: the block is a `@_noLocks` function, so its body has
  // been proven where it was written.
  @_semantics("no_performance_analysis") @inline(never)
  private func call(_ context: RenderContext) { block(context) }
}
