import Glibc
import MixTestSupport
import Testing

/// The rigs for a full disk and a slow machine; where the system refuses them they say so with 77.
@Suite struct LimitRigTests {
  @Test func `a small disk is full where it says, and leaves nothing`() throws {
    let directory = try TemporaryDirectory()
    let disk = directory["disk"]
    let script = "head -c 3000000 /dev/zero >$0/x; wc -c <$0/x; exit 5"
    let full = try Command(
      Rigs.path("with-small-disk"), ["1m", disk, "sh", "-c", script, disk]
    ).run()
    #expect(full.status == 5 || full.status == 77)
    if full.status != 77 {
      #expect(full.errors.contains("No space left on device"))
      #expect(full.output == "1048576\n")
    }
    #expect(try Command("ls", ["-A", disk]).run().output == "")
  }

  @Test func `a limited command keeps its exit status`() throws {
    let result = try Command(Rigs.path("with-cpu-limit"), ["50", "sh", "-c", "exit 5"]).run()
    #expect(result.status == 5 || result.status == 77)
  }
}
