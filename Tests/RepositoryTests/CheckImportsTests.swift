import MixTestSupport
import Testing

/// `scripts/check-imports` keeps the directions of ARCHITECTURE.md.
@Suite struct CheckImportsTests {
  @Test(arguments: [
    (
      "TOML/A.swift", "import Glibc\n",
      "Sources/TOML/A.swift:1: error: TOML imports Glibc; it may import nothing\n"
    ),
    (
      "MixEngine/Kernels/A.swift", "// a\n\npublic import Glibc\n",
      "Sources/MixEngine/Kernels/A.swift:3: error: MixEngine imports Glibc; "
        + "it may import CRealtime, Synchronization\n"
    ),
    (
      "MixSession/A.swift", "@testable import struct MixIO.Recorder\n",
      "Sources/MixSession/A.swift:1: error: MixSession imports MixIO; "
        + "it may import MixEngine, TOML\n"
    ),
    (
      "stackdeck/Commands/A.swift", "import Foundation\n",
      "Sources/stackdeck/Commands/A.swift:1: error: stackdeck imports Foundation; "
        + "it may import Glibc, MixEngine, MixIO, MixSession, Synchronization\n"
    ),
    (
      "CPulse/shim.c", "int f(void);\n",
      "Sources/CPulse:1: error: a C library's target has a module map and a header, not shim.c\n"
    ),
    (
      "MixEngine/A.swift", "struct A {}\n",
      "Sources/MixEngine/A.swift:1: error: a file of MixEngine lies in one of its folders: "
        + "Clocks, Control, Decks, Graph, Kernels, Laws, MIDI, Modules, Program, Render, Stack, Values\n"
    ),
  ])
  func `an import in the wrong direction is named`(_ path: String, _ text: String, _ says: String)
    throws
  {
    let result = try MadeUpPackage([path: text]).check(with: "check-imports")
    #expect(result.errors == says)
    #expect(result.status == 1)
  }

  @Test func `a folder that uses one above it is named`() throws {
    let result = try MadeUpPackage([
      "MixEngine/Render/Renderer.swift": "public final class Renderer {}\n",
      "MixEngine/Kernels/Kernel.swift": "struct Kernel {\n  let renderer: Renderer\n}\n",
    ]).check(with: "check-imports")
    #expect(
      result.errors == "Sources/MixEngine/Kernels/Kernel.swift:2: error: "
        + "Kernels uses Renderer of Render, which lies above it\n")
    #expect(result.status == 1)
  }

  @Test func `folders of one level may use each other in one direction`() throws {
    let stack = "struct Stack { let table: Table }\n"
    let oneWay = [
      "MixEngine/Stack/Stack.swift": stack, "MixEngine/Control/Table.swift": "struct Table {}\n",
    ]
    #expect(try MadeUpPackage(oneWay).check(with: "check-imports").status == 0)
    let bothWays = oneWay.merging(
      ["MixEngine/Control/Ring.swift": "struct Ring { let stack: Stack }\n"],
      uniquingKeysWith: { $1 })
    let result = try MadeUpPackage(bothWays).check(with: "check-imports")
    #expect(
      result.errors == """
        Sources/MixEngine/Control/Ring.swift:1: error: Control uses Stack of Stack, and Stack uses Control
        Sources/MixEngine/Stack/Stack.swift:1: error: Stack uses Table of Control, and Control uses Stack

        """)
    #expect(result.status == 1)
  }

  @Test func `comments, strings, members and nested types are no uses`() throws {
    let kernel = #"""
      // Renderer
      /* import Foundation /* Renderer */ Renderer */
      struct Kernel {
        let text = "Renderer \(value("Renderer")) import Foundation"
        let raw = #"Renderer " \(Renderer)"#
        let long = """
          Renderer
          import Foundation
          """
        let member = Other.Renderer()
        enum Mode { case a }
        let mode = Mode.a
      }
      """#
    let result = try MadeUpPackage([
      "MixEngine/Render/Renderer.swift": "final class Renderer {}\nenum Mode {}\n",
      "MixEngine/Kernels/Kernel.swift": kernel,
    ]).check(with: "check-imports")
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test func `this package keeps the directions`() throws {
    let result = try Command(Rigs.packageDirectory + "/scripts/check-imports").run()
    #expect(result.errors == "")
    #expect(result.status == 0)
  }
}
