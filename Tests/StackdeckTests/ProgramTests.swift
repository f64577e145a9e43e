import MixTestSupport
import Testing

@testable import stackdeck

/// The program itself: exit statuses, streams, surroundings.
@Suite struct ProgramTests {
  static func run(
    _ arguments: String..., environment: [String: String?] = [:]
  ) throws -> CommandResult {
    let merged = ["LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    return try Command.product("stackdeck", arguments, environment: merged).run()
  }

  @Test func `alone it prints its ten lines as a message and returns 2`() throws {
    let result = try Self.run()
    #expect(result.errors == HelpText.brief)
    #expect(result.output == "")
    #expect(result.status == 2)
  }

  @Test func `help and version are results`() throws {
    let help = try Self.run("run", "-h")
    #expect(help.output == HelpText.verb(.run, isLong: false))
    #expect(help.errors == "" && help.status == 0)
    let version = try Self.run("--version")
    #expect(version.output == "stackdeck \(Version.text)\n")
    #expect(version.status == 0)
  }

  @Test func `problems are messages and return 2`() throws {
    let result = try Self.run("run", "--outptu", "x")
    #expect(
      result.errors == "error: no option '--outptu' for run\nhelp: did you mean --output?\n")
    #expect(result.output == "" && result.status == 2)
  }

  @Test func `a file that exists is told from a mistyped command`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "rum")
    let command = Command.product("stackdeck", ["rum"], directory: directory.path)
    #expect(try command.run().errors.contains("help: to play files: stackdeck play rum\n"))
    #expect(try Self.run("rum").errors.contains("help: did you mean run?\n"))
  }

  @Test func `messages are coloured when they are asked to be`() throws {
    let always = try Self.run("run", "--color=always", environment: ["NO_COLOR": "1"])
    #expect(always.errors.hasPrefix("\u{1B}[1;31merror: \u{1B}[0mrun needs"))
    #expect(try Self.run("run").errors.hasPrefix("error: run needs"))
  }

  @Test func `where the locale is not UTF-8 messages and help are ASCII`() throws {
    let wrong = try Self.run("play", "a", "--fade", "31", environment: ["LC_ALL": "C"])
    #expect(wrong.errors == "error: --fade must be 0...30 s, not 31 s\n")
    let help = try Self.run("help", "play", environment: ["LC_ALL": "C"])
    #expect(help.outputBytes.allSatisfy { $0 < 0x80 })
    #expect(help.output.contains("  <-, ->        5 s back"))
  }

  @Test func `a full disk is an error, a reader that went away is none`() throws {
    let full = try Command(
      "sh", ["-c", "exec \"$0\" --help >/dev/full", Command.product("stackdeck").program],
      environment: ["LC_ALL": "C"]
    ).run()
    #expect(full.errors == "error: cannot write to standard output: No space left on device\n")
    #expect(full.status == 1)
    let gone = try Command(
      "bash",
      [
        "-c", "\"$0\" completions bash | true; echo ${PIPESTATUS[0]}",
        Command.product("stackdeck").program,
      ]
    ).run()
    #expect(gone.errors == "")
    // Which of the two was quicker is chance.
    #expect(["0\n", "1\n"].contains(gone.output))
  }
}
