import MixTestSupport
import Testing

/// `scripts/check-render-path` finds the render functions that the compiler can't follow.
@Suite struct CheckRenderPathTests {
  private let base = """
    open class Module {
      @_noLocks open func process(_ context: RenderContext) {}
      @_noLocks open func listen(_ context: RenderContext) {}
      open func prepare() {}
    }
    protocol Body {
      @_noLocks func fill()
    }

    """

  private func check(_ path: String, _ text: String) throws -> CommandResult {
    try MadeUpPackage(["MixEngine/Stack/Module.swift": base, path: text])
      .check(with: "check-render-path")
  }

  @Test(arguments: [
    (
      "MixEngine/Modules/A.swift", "  override func process(_ context: RenderContext) {}", "process"
    ),
    ("MixEngine/Modules/A.swift", "  override func listen(_ context: RenderContext) {}", "listen"),
    ("MixIO/A.swift", "  public override func listen(_ context: RenderContext) {}", "listen"),
    ("MixEngine/Modules/A.swift", "  func reset() {}", "reset"),
    ("MixEngine/Program/A.swift", "  // @_noLocks\n  func fill() {}", "fill"),
  ])
  func `an unproven render function is named`(_ path: String, _ function: String, _ name: String)
    throws
  {
    let result = try check(path, "final class A: Module {\n\(function)\n}\n")
    let line = 1 + function.split(separator: "\n").count
    #expect(
      result.errors
        == "Sources/\(path):\(line): error: \(name)() runs in a cycle without @_noLocks\n")
    #expect(result.status == 1)
  }

  @Test(arguments: [
    "  @_noLocks override func process(_ context: RenderContext) {}",
    "  @_noLocks @inline(__always)\n  public override func process(_ context: RenderContext) {}",
    "  @_semantics(\"no_performance_analysis\")\n  func process(_ context: RenderContext) {}",
    "  override func prepare() {}",
    "  // func process(",
  ])
  func `a proven function and one of the control thread pass`(_ function: String) throws {
    let result = try check("MixEngine/Modules/A.swift", "final class A: Module {\n\(function)\n}\n")
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test func `this package's render path is proven`() throws {
    let result = try Command(Rigs.packageDirectory + "/scripts/check-render-path").run()
    #expect(result.errors == "")
    #expect(result.status == 0)
  }
}
