/// A body that runs from a frame on, and what happens when it begins. Until then the step before it
/// goes on.
///
/// Made on the control thread and kept alive by the renderer; the render thread reads its `state`.
final class RenderStep: @unchecked Sendable {
  /// What the render thread sees: trivial.
  struct State: BitwiseCopyable {
    /// Steps take effect in the order of their numbers, at most one in a quantum.
    let number: Int
    let frame: Int64
    /// At least so many frames after the step before it: what fades out must be silent.
    let delay: Int64
    let body: Unmanaged<RenderBody>
    let before: UnsafePointer<State>?
    let edits: UnsafeMutablePointer<Edit>
    let editCount: Int
    let values: UnsafeMutablePointer<Value>
    let valueCount: Int
    let actions: UnsafeMutablePointer<Action>
    let actionCount: Int
    /// The change that is told of; −1: none.
    let change: Int32
    let stage: UInt8
    /// Whether the source that counts is another one, and which.
    let watches: Bool
    let watchedSlot: Int32
  }

  struct Edit: BitwiseCopyable {
    let module: ModuleReference
    let edit: ModuleEdit
  }

  struct Value: BitwiseCopyable {
    let index: Int32
    let value: Float
  }

  /// What happens when the step begins.
  struct Contents {
    var edits: [Edit] = []
    var values: [Value] = []
    var actions: [Action] = []
    var change: Int32 = -1
    var stage = RenderEvent.ChangeStage.done
    /// Outer nil: it stays.
    var watchedSlot: Int32??
  }

  let body: RenderBody
  let before: RenderStep?
  let state: UnsafeMutablePointer<State>

  init(
    _ body: RenderBody, number: Int, from frame: Int64 = .min, delay: Int64 = 0,
    after before: RenderStep? = nil, _ contents: Contents = Contents()
  ) {
    self.body = body
    self.before = before
    func memory<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
      let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
      for (i, element) in elements.enumerated() { (memory + i).initialize(to: element) }
      return memory
    }
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(
        number: number, frame: frame, delay: delay, body: .passUnretained(body),
        before: before.map { UnsafePointer($0.state) },
        edits: memory(contents.edits), editCount: contents.edits.count,
        values: memory(contents.values), valueCount: contents.values.count,
        actions: memory(contents.actions), actionCount: contents.actions.count,
        change: contents.change, stage: contents.stage.rawValue,
        watches: contents.watchedSlot != nil, watchedSlot: (contents.watchedSlot ?? nil) ?? -1))
  }

  deinit {
    state.pointee.edits.deallocate()
    state.pointee.values.deallocate()
    state.pointee.actions.deallocate()
    state.deallocate()
  }
}
