import Glibc
import MixTestSupport
import Testing

/// What every test of a program relies on.
@Suite struct CommandTests {
  @Test func `output, errors and exit status are told apart`() throws {
    let result = try Command("sh", ["-c", "echo out; echo err >&2; exit 7"]).run()
    #expect(result.output == "out\n")
    #expect(result.errors == "err\n")
    #expect(result.end == .exited(7))
    #expect(result.status == 7)
  }

  @Test func `a signal counts as 128 and its number`() throws {
    let result = try Command("sh", ["-c", "kill -TERM $$"]).run()
    #expect(result.end == .signalled(SIGTERM))
    #expect(result.status == 143)
  }

  @Test func `a program past its limit is killed with its children`() throws {
    let directory = try TemporaryDirectory()
    let script = "sleep 1000 & echo $! > child; wait"
    let running = try Command("sh", ["-c", script], directory: directory.path).start()
    var child = ""
    let isWritten = try waitUntil {
      guard try directory.names().contains("child") else { return false }
      child = try directory.text(of: "child")
      return child.hasSuffix("\n")
    }
    try #require(isWritten)
    #expect(running.wait(limit: .milliseconds(1)).end == .timedOut)
    let state = "/proc/\(child.dropLast())/stat"
    // A zombie that nobody reaps has ended too.
    let hasEnded = try waitUntil {
      let answer = try Command("cat", [state]).run()
      return answer.status != 0 || answer.output.contains(") Z ")
    }
    #expect(hasEnded)
  }

  @Test func `a running program's output can be read before it ends`() throws {
    let running = try Command("sh", ["-c", "echo ready; exec sleep 1000"]).start()
    #expect(waitUntil { running.output == "ready\n" })
    #expect(running.isRunning)
    running.send(SIGINT)
    #expect(running.wait().end == .signalled(SIGINT))
    #expect(!running.isRunning)
  }

  @Test func `environment, directory and input reach the program`() throws {
    let directory = try TemporaryDirectory()
    let result = try Command(
      "sh", ["-c", "pwd; echo $WORD; echo ${HOME-unset}; cat"],
      environment: ["WORD": "two words", "HOME": nil], directory: directory.path,
      input: Array("line\n".utf8)
    ).run()
    #expect(result.output == "\(directory.path)\ntwo words\nunset\nline\n")
  }

  @Test func `a program that is not there is an error`() {
    #expect(throws: CommandError.self) { try Command("/nowhere/program").run() }
  }

  @Test func `a large output arrives whole`() throws {
    let result = try Command("sh", ["-c", "head -c 3000000 /dev/zero"]).run()
    #expect(result.outputBytes.count == 3_000_000)
  }

  @Test func `a temporary directory vanishes with its files`() throws {
    var directory: TemporaryDirectory? = try TemporaryDirectory()
    let path = try #require(directory?.path)
    let file = try #require(try directory?.write("text", to: "a"))
    #expect(file == path + "/a")
    #expect(try directory?.text(of: "a") == "text")
    #expect(try directory?.names() == ["a"])
    directory = nil
    #expect(access(path, F_OK) == -1)
  }

  @Test func `a product of this package is found beside the tests`() throws {
    #expect(access(Command.product("stackdeck").program, X_OK) == 0)
  }
}
