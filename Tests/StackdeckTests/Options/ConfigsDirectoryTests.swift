import MixIO
import MixTestSupport
import Testing

@testable import stackdeck

@Suite struct ConfigsDirectoryTests {
  static func make(_ paths: [String]) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for path in paths {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      _ = try Command("mkdir", ["-p", directory[folder]]).run()
      try directory.write("# about \(path)\n[session]\n", to: path)
    }
    return directory
  }

  @Test func `the variable wins, then what is installed, then the source tree`() throws {
    let root = try Self.make([
      "mine/x.toml", "usr/share/stackdeck/y.toml", "usr/bin/stackdeck", "tree/configs/z.toml",
      "tree/.build/debug/stackdeck",
    ])
    func names(_ variable: String?, _ program: String) -> [String]? {
      ConfigsDirectory.find(
        variable: variable.map { Array(root[$0].utf8) }, program: FilePath(root[program])
      )?.sessions().map(\.name)
    }
    #expect(names("mine", "usr/bin/stackdeck") == ["x"])
    #expect(names(nil, "usr/bin/stackdeck") == ["y"])
    #expect(names("nothing", "usr/bin/stackdeck") == ["y"])
    #expect(names(nil, "tree/.build/debug/stackdeck") == ["z"])
  }

  @Test func `a folder configs inside is preferred`() throws {
    let root = try Self.make(["share/a.toml", "share/configs/b.toml"])
    let directory = ConfigsDirectory.find(variable: Array(root["share"].utf8), program: nil)
    #expect(directory?.sessions().map(\.name) == ["b"])
  }

  @Test func `sessions are in order, each with its first comment; nothing else is one`() throws {
    let root = try Self.make([
      "share/two-decks.toml", "share/a.toml", "share/notes.txt", "share/controllers/apc.toml",
      "share/.toml",
    ])
    try root.write("[session]\n", to: "share/plain.toml")
    try root.write("#no space\n", to: "share/b.toml")
    let directory = ConfigsDirectory.find(variable: Array(root["share"].utf8), program: nil)
    let sessions = try #require(directory).sessions()
    #expect(sessions.map(\.name) == ["a", "b", "plain", "two-decks"])
    #expect(
      sessions.map(\.summary)
        == ["about share/a.toml", "no space", "", "about share/two-decks.toml"])
  }

  @Test func `the program lists and prints examples`() throws {
    let root = try Self.make(["share/two-decks.toml", "share/a.toml"])
    func run(_ arguments: String...) throws -> CommandResult {
      try Command.product(
        "stackdeck", ["example"] + arguments,
        environment: ["STACKDECK_SHARE": root["share"], "LC_ALL": "C.UTF-8"]
      ).run()
    }
    #expect(
      try run().output == """
        a          about share/a.toml
        two-decks  about share/two-decks.toml

        """)
    #expect(try run("two-decks").output == "# about share/two-decks.toml\n[session]\n")
    #expect(try run("two-decks.toml").output == "# about share/two-decks.toml\n[session]\n")
    #expect(
      try run("--json", "a").output
        == "{\"name\":\"a\",\"path\":\"\(root["share/a.toml"])\","
        + "\"text\":\"# about share/a.toml\\n[session]\\n\"}\n")
    let wrong = try run("two-deks")
    #expect(wrong.errors == "error: no example 'two-deks'\nhelp: did you mean two-decks?\n")
    #expect(wrong.status == 2)
  }
}
