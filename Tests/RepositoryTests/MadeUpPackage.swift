import MixTestSupport

/// A small tree of sources in a temporary directory, to see what a script says about it.
struct MadeUpPackage {
  let directory: TemporaryDirectory

  /// - Parameter files: texts by their paths below `Sources`.
  init(_ files: [String: String]) throws {
    directory = try TemporaryDirectory()
    for (path, text) in files.merging(
      ["MixEngine/Values/Empty.swift": ""], uniquingKeysWith: { $1 })
    {
      let folder = "Sources/" + path.split(separator: "/").dropLast().joined(separator: "/")
      _ = try Command("mkdir", ["-p", directory[folder]]).run()
      try directory.write(text, to: "Sources/" + path)
    }
  }

  /// Runs a script of `scripts/` on the tree.
  func check(with script: String) throws -> CommandResult {
    try Command(Rigs.packageDirectory + "/scripts/" + script, [directory.path]).run()
  }
}
