import MixTestSupport
import Testing

@testable import stackdeck

@Suite struct CompletionTests {
  /// What bash offers for a line whose last word is being typed.
  static func bash(_ line: String, directory: String? = nil) throws -> [String] {
    // As bash does, `=` is a word of its own.
    let words = line.split(separator: " ", omittingEmptySubsequences: false).flatMap { word in
      guard let equals = word.firstIndex(of: "="), word.hasPrefix("--") else { return [word] }
      return [word[..<equals], "=", word[word.index(after: equals)...]]
    }
    let script =
      BashCompletion.script + """
        COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _stackdeck
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    let result = try Command(
      "bash", ["--norc", "-c", script], environment: ["PATH": path], directory: directory
    ).run()
    #expect(result.errors == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// The program that was built comes first.
  static let path: String = {
    let program = Command.product("stackdeck").program
    return program.dropLast("/stackdeck".count) + ":/usr/bin:/bin"
  }()

  static func typed(_ definitions: [OptionDefinition]) -> Set<String> {
    Set(
      definitions.flatMap { definition in
        (definition.short.map { ["-\($0)"] } ?? []) + [definition.name.typed]
      })
  }

  @Test func `bash offers the commands`() throws {
    #expect(try Set(Self.bash("stackdeck ")) == Set(Verb.firstWords))
    #expect(Verb.firstWords.contains("midi") && Verb.firstWords.contains("play"))
    #expect(try Set(Self.bash("stackdeck midi ")) == ["list", "monitor", "learn"])
    #expect(try Set(Self.bash("stackdeck help midi ")) == ["list", "monitor", "learn"])
    #expect(try Self.bash("stackdeck re") == ["render"])
    #expect(try Set(Self.bash("stackdeck help r")) == ["run", "render"])
  }

  @Test(arguments: Verb.allCases)
  func `bash offers a command's options and no other`(_ verb: Verb) throws {
    let offered = try Self.bash("stackdeck \(verb.rawValue) -")
    #expect(Set(offered) == Self.typed(OptionTable.definitions(of: verb)))
  }

  @Test func `bash offers values where they belong`() throws {
    #expect(
      try Set(Self.bash("stackdeck render s.toml --encoding ")) == ["pcm_16", "pcm_24", "float"])
    #expect(try Self.bash("stackdeck run --color=al") == ["always"])
    #expect(try Set(Self.bash("stackdeck completions ")) == ["bash", "zsh", "fish"])
    #expect(try Self.bash("stackdeck play a --fade ") == [])
    #expect(try Self.bash("stackdeck run s --controller no") == ["none"])
  }

  @Test func `bash offers files, with spaces in their names too`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "my song.wav")
    try directory.write("", to: "set.toml")
    #expect(
      try Set(Self.bash("stackdeck play ", directory: directory.path))
        == ["my song.wav", "set.toml"])
    #expect(try Self.bash("stackdeck run s", directory: directory.path) == ["set.toml"])
    #expect(try Self.bash("stackdeck midi learn s", directory: directory.path) == ["set.toml"])
    #expect(
      try Set(Self.bash("stackdeck run s -o ", directory: directory.path))
        == ["my song.wav", "set.toml", "pulse", "auto", "null", "-"])
    #expect(
      try Set(Self.bash("stackdeck render s -o ", directory: directory.path))
        == ["my song.wav", "set.toml", "-"])
  }

  @Test(arguments: Verb.allCases)
  func `zsh and fish know every option of a command`(_ verb: Verb) throws {
    let start = "\n        \(verb.words.joined(separator: "\\ ")))\n"
    let zsh = try #require(ZshCompletion.script.split(separator: start).last)
    let branch = zsh.split(separator: " ;;\n")[0]
    for definition in OptionTable.definitions(of: verb) {
      #expect(branch.contains(definition.name.typed))
      let fish = FishCompletion.script.split(separator: "\n").contains { line in
        let isNamed =
          definition.name == .shortHelp
          ? line.contains(" -s h ") : line.contains(" -l \(definition.name.rawValue) ")
        guard isNamed else { return false }
        guard let condition = line.split(separator: "__fish_seen_subcommand_from ").last,
          line.contains("__fish_seen")
        else { return definition.verbs == OptionTable.common }
        let group = verb.words.count > 1 ? verb.words[0] : nil
        guard line.contains("_from midi; and") == (group == "midi") else { return false }
        return condition.prefix { $0 != "'" }.split(separator: " ").contains(
          Substring(verb.words[verb.words.count - 1]))
      }
      #expect(fish)
    }
  }

  @Test(arguments: [
    ("bash", BashCompletion.script), ("zsh", ZshCompletion.script), ("fish", FishCompletion.script),
  ])
  func `a shell that is installed reads its script`(_ shell: String, _ script: String) throws {
    guard Command.isInstalled(shell) else { return }
    let directory = try TemporaryDirectory()
    let path = try directory.write(script, to: "script")
    let result = try Command(shell, ["-n", path]).run()
    #expect(result.status == 0)
    #expect(result.errors == "")
  }
}
