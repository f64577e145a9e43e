/// A change of a module that is no parameter, on its way to the render thread: it takes effect together
/// with the program that it belongs to. What the numbers mean is the module's own matter.
public struct ModuleEdit: BitwiseCopyable, Sendable {
  public let kind: Int32
  public let value: Int

  public init(kind: Int32, value: Int) {
    self.kind = kind
    self.value = value
  }
}
