import MixTestSupport
import Testing

@testable import stackdeck

/// man/stackdeck.1 says what the tables say.
@Suite struct ManPageTests {
  static let lines = (RepositoryFile.text("man/stackdeck.1") ?? "").split(
    separator: "\n", omittingEmptySubsequences: false
  ).map(String.init)

  /// The lines below a heading, up to the next of the same rank or above.
  static func section(_ heading: String) -> [String] {
    guard let start = lines.firstIndex(of: heading) else { return [] }
    let isMajor = heading.hasPrefix(".Sh ")
    return Array(
      lines[(start + 1)...].prefix {
        !$0.hasPrefix(".Sh ") && (isMajor || !$0.hasPrefix(".Ss "))
      })
  }

  /// Option names with what follows them, as `usage` shows them but for the name of the value:
  /// `-o, --output _`.
  static func options(_ section: [String]) -> Set<String> {
    var options: Set<String> = []
    for line in section where line.hasPrefix(".It Fl ") {
      let words = line.split(separator: " ").dropFirst(2).map(String.init)
      let names = words.prefix { $0 != "Ar" && $0 != "Ns" }.filter { $0 != "," }
      let value =
        words.contains("Op") ? "[=_]" : words.contains("Ar") ? " _" : ""
      options.insert(names.map { "-" + $0 }.joined(separator: ", ") + value)
    }
    return options
  }

  static func options(_ definitions: [OptionDefinition]) -> Set<String> {
    Set(
      definitions.map { definition in
        definition.placeholder.isEmpty
          ? definition.usage
          : String(
            definition.usage.dropLast(definition.placeholder.count + optionalEnd(definition)))
            + (optionalEnd(definition) == 1 ? "_]" : "_")
      })
  }

  static func optionalEnd(_ definition: OptionDefinition) -> Int {
    if case .optional = definition.value { return 1 }
    return 0
  }

  @Test(arguments: Verb.allCases)
  func `a command has a section with exactly its options`(_ verb: Verb) {
    let section = Self.section(".Ss \(verb.rawValue)")
    #expect(!section.isEmpty)
    let own = OptionTable.definitions(of: verb).filter { $0.verbs != OptionTable.common }
    #expect(Self.options(section) == Self.options(own))
  }

  @Test func `options of every command have a section of their own`() {
    let common = OptionTable.definitions.filter { $0.verbs == OptionTable.common }
    #expect(Self.options(Self.section(".Sh OPTIONS OF EVERY COMMAND")) == Self.options(common))
  }

  @Test func `the synopsis has every command in the order of the help`() {
    let verbs = Self.section(".Sh SYNOPSIS").filter { $0.hasPrefix(".Cm ") }.map {
      String($0.dropFirst(4))
    }
    #expect(verbs.filter { !$0.hasPrefix("bash ") } == Verb.allCases.map(\.rawValue))
  }

  @Test func `the keys are those of the table`() {
    let signs = ["\\(en": "–", "\\(<-": "←", "\\(->": "→", "\\(ua": "↑", "\\(da": "↓"]
    let keys = Self.section(".Sh KEYS").filter { $0.hasPrefix(".It Ic ") }.map { line in
      var text = ""
      var joins = true
      for word in line.dropFirst(7).split(separator: " ") where word != "Ic" {
        if word == "Ns" {
          joins = true
          continue
        }
        let bare = word.hasPrefix("\\&") ? String(word.dropFirst(2)) : String(word)
        let sign = signs[bare] ?? bare
        // A point or a comma of the macro follows at once; an escaped one is a key.
        let isPunctuation = word == ","
        text += (joins || isPunctuation ? "" : " ") + sign
        joins = false
      }
      return text
    }
    #expect(keys == KeyBinding.bindings.map(\.keysInHelp))
  }

  @Test func `the exit statuses are those of the program`() {
    let statuses = Self.section(".Sh EXIT STATUS").filter { $0.hasPrefix(".It ") }.map {
      String($0.dropFirst(4))
    }
    #expect(statuses == ExitStatus.allCases.map { String($0.rawValue) })
  }

  @Test func `every variable that the program reads is named`() {
    let named = Self.section(".Sh ENVIRONMENT").filter { $0.hasPrefix(".It Ev ") }.joined()
    var read: Set<String> = []
    for path in RepositoryFile.swiftFiles(in: "Sources/stackdeck") {
      let parts = RepositoryFile.text(path)!.split(separator: "Environment.bytes(of: \"")
      for part in parts.dropFirst() { read.insert(String(part.prefix { $0 != "\"" })) }
    }
    #expect(read.contains("STACKDECK_SHARE"))
    for variable in read { #expect(named.contains(variable)) }
  }

  @Test func `the version is the program's`() {
    #expect(Self.lines.contains(".Os stackdeck \(Version.text)"))
    guard let changes = RepositoryFile.text("CHANGELOG.md") else { return }
    let headings = changes.split(separator: "\n").filter { $0.hasPrefix("## ") }
    let versions = headings.filter { $0.contains { $0.isNumber } }
    if let newest = versions.first { #expect(newest.contains(Version.text)) }
  }

  @Test(.enabled(if: Command.isInstalled("mandoc"), "mandoc is not installed"))
  func `mandoc finds nothing to say`() throws {
    let path = RepositoryFile.root + "/man/stackdeck.1"
    let result = try Command("mandoc", ["-Tlint", "-Wwarning", path]).run()
    #expect(result.output == "")
    #expect(result.status == 0)
  }
}
