import MixIO
import MixTestSupport
import Testing

@testable import stackdeck

/// Map files of controllers, through the program.
@Suite struct MapFileTests {
  static let map = """
    [midi]
    connect = "nanoKONTROL2"
    map = [
      { cc = 0, to = "player.a.gain" },
      { cc = 1, to = "player.b.gain" },
      { cc = 2, to = "player.c.gain" },
      { cc = 16, to = "crossfader.position" },
    ]
    """

  /// A place with a configuration directory, a shipped map, and a session.
  static func bench(_ maps: String) throws -> MixBench {
    let bench = try MixBench()
    for folder in ["config/stackdeck/controllers", "share/controllers", "maps"] {
      _ = try Command("mkdir", ["-p", bench.directory[folder]]).run()
    }
    try bench.directory.write(Self.map, to: "share/controllers/nanokontrol2.toml")
    try bench.write("[player.a]\n[player.b]\n[midi]\nmaps = \(maps)\n")
    return bench
  }

  static func check(_ bench: MixBench, _ arguments: String...) throws -> CommandResult {
    var command = bench.command(["check", "set.toml"] + arguments)
    command.environment["XDG_CONFIG_HOME"] = bench.directory["config"]
    command.environment["STACKDECK_SHARE"] = bench.directory["share"]
    return try command.run()
  }

  @Test func `a shipped map is found by its name, and what the session lacks is counted`() throws {
    let result = try Self.check(try Self.bench("\"nanokontrol2\""))
    #expect(
      result.output
        == "set.toml: ok: 2 players, 2 controls (nanoKONTROL2), ends by itself after 0:00\n")
    #expect(result.errors == "2 entries of nanokontrol2 are for what this session lacks\n")
    #expect(result.status == 0)
  }

  @Test func `it is in the result as JSON`() throws {
    let result = try Self.check(try Self.bench("\"nanokontrol2\""), "--json")
    #expect(
      result.output.contains(
        "\"controls\":2,\"controllers\":[\"nanoKONTROL2\"],\"left_out\":{\"nanokontrol2\":2}"))
    #expect(result.errors == "")
  }

  @Test func `your map of a name wins over the shipped one`() throws {
    let bench = try Self.bench("\"nanokontrol2\"")
    try bench.directory.write(
      "[midi]\nconnect = \"mine\"\nmap = [{ cc = 0, to = \"player.a.gain\" }]\n",
      to: "config/stackdeck/controllers/nanokontrol2.toml")
    let result = try Self.check(bench)
    #expect(result.output.contains("1 control (mine)"))
    #expect(result.errors == "")
  }

  @Test func `a path begins at the session, and several maps are read in order`() throws {
    let bench = try Self.bench("[\"maps/pads.toml\", \"nanokontrol2\"]")
    try bench.directory.write(
      "[midi]\nconnect = \"APC\"\nmap = [{ note = 0, to = \"player.a.play\" }]\n",
      to: "maps/pads.toml")
    let result = try Self.check(bench)
    #expect(result.output.contains("3 controls (APC, nanoKONTROL2)"))
    #expect(result.status == 0)
  }

  static let missing: [(maps: String, expected: String)] = [
    (
      "\"nanokontrol\"",
      """
      set.toml:4:8: error: no map is named 'nanokontrol'
       4 | maps = "nanokontrol"
         |        ^~~~~~~~~~~~~
      help: did you mean 'nanokontrol2'?

      """
    ),
    (
      "[\"nanokontrol2\", \"xyz\"]",
      """
      set.toml:4:25: error: no map is named 'xyz'
       4 | maps = ["nanokontrol2", "xyz"]
         |                         ^~~~~
      help: there are nanokontrol2

      """
    ),
    (
      "\"maps/pads.toml\"",
      """
      set.toml:4:8: error: no map file 'maps/pads.toml'
       4 | maps = "maps/pads.toml"
         |        ^~~~~~~~~~~~~~~~
      help: did you mean maps/pad.toml?

      """
    ),
  ]

  @Test(arguments: missing)
  func `a map that is not there is a mistake at its place`(
    _ example: (maps: String, expected: String)
  ) throws {
    let bench = try Self.bench(example.maps)
    try bench.directory.write("[midi]\n", to: "maps/pad.toml")
    let result = try Self.check(bench)
    #expect(result.errors == example.expected)
    #expect(result.output == "" && result.status == 2)
  }

  @Test func `mistakes in maps are shown in the maps, all at once`() throws {
    let bench = try Self.bench("[\"maps/one.toml\", \"maps/two.toml\"]")
    try bench.directory.write(
      "[midi]\nmap = [\n  { cc = 200, to = \"player.a.gain\" },\n]\n", to: "maps/one.toml")
    try bench.directory.write("[player.x]\n[midi]\n", to: "maps/two.toml")
    let result = try Self.check(bench)
    #expect(
      result.errors == """
        maps/one.toml:3:10: error: cc must be 0…127, not 200
         3 |   { cc = 200, to = "player.a.gain" },
           |          ^~~
        maps/two.toml:1:2: error: a map file holds nothing but [midi]
         1 | [player.x]
           |  ^~~~~~

        """)
    #expect(result.status == 2)
  }

  @Test func `run, render and graph read the maps too`() throws {
    let bench = try Self.bench("\"nowhere\"")
    for arguments in [["run", "set.toml", "-o", "null"], ["graph", "set.toml"]] {
      let result = try bench.command(arguments).run()
      #expect(result.errors.hasPrefix("set.toml:4:8: error: no map is named 'nowhere'\n"))
      #expect(result.status == 2)
    }
  }

  @Test func `the shipped maps are right for a session that has all they reach`() throws {
    let names = MapLibrary(
      directories: [FilePath(RepositoryFile.root + "/configs/controllers")]
    ).names
    #expect(names.contains("nanokontrol2"))
    let bench = try MixBench()
    for name in names {
      try bench.write(
        "[player.a]\ncrossfade = \"left\"\n[player.b]\ncrossfade = \"right\"\n[midi]\n"
          + "maps = \"\(RepositoryFile.root)/configs/controllers/\(name).toml\"\n")
      let result = try bench.run("check", "set.toml")
      #expect(result.status == 0, "\(name): \(result.errors)")
    }
  }

  @Test func `the configuration directory is XDG_CONFIG_HOME if absolute, else ~/.config`() {
    func first(_ variable: String?) -> FilePath? {
      MapLibrary(
        configHome: variable.map { Array($0.utf8) }, home: "/home/me", configs: nil
      ).directories.first
    }
    #expect(first("/etc/me") == "/etc/me/stackdeck/controllers")
    #expect(first("relative") == "/home/me/.config/stackdeck/controllers")
    #expect(first(nil) == "/home/me/.config/stackdeck/controllers")
  }
}
