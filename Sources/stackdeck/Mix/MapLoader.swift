import MixIO
import MixSession

/// Reads the map files that a session names, and prints what is wrong with them.
struct MapLoader {
  let library: MapLibrary
  let messages: Messages

  init(library: MapLibrary = MapLibrary(), _ messages: Messages) {
    self.library = library
    self.messages = messages
  }

  /// The session with its maps; nil where something is wrong with one, which has been printed.
  ///
  /// - Parameter base: where its relative paths begin.
  func load(_ plan: SessionPlan, base: FilePath) -> SessionPlan? {
    var whole = plan, isGood = true
    for name in plan.mapNames {
      let isSetting = name.range.map(plan.source.isSetting) == true
      let place = { (problem: Problem) in
        plan.diagnostic(problem.message, at: name.range, help: problem.help.first)
      }
      switch add(name.value, to: &whole, base: isSetting ? "." : base) {
      case .success(let isRight): isGood = isGood && isRight
      case .failure(let problem):
        messages.print(place(problem), bytes: plan.source.bytes)
        isGood = false
      }
    }
    // A map that could not be read may have the layers.
    guard isGood else { return nil }
    let problems = whole.problemsOfLayers
    for problem in problems { messages.print(problem, bytes: plan.source.bytes) }
    return problems.isEmpty ? whole : nil
  }

  /// Puts the map of a name, or of a path, behind those that a session has.
  ///
  /// - Returns: whether it was right (what is wrong in it has been printed); or why there is none.
  func add(
    _ name: String, to plan: inout SessionPlan, base: FilePath = "."
  ) -> Result<Bool, Problem> {
    let path: FilePath
    if MapLibrary.isPath(name) {
      path = Mix.resolved(SessionPath(name), base)
    } else if let found = library.path(of: name) {
      path = found
    } else {
      return .failure(
        Problem("no map is named '\(ShownText.of(name))'", help: library.help(forMissing: name)))
    }
    let bytes: [UInt8]
    switch FileContent.read(path) {
    case .success(let content): bytes = content
    case .failure(let error):
      return .failure(
        error.isMissing
          ? Problem(
            "no map file '\(path.shown)'",
            help: NearbyFile.suggestion(for: path).map { "did you mean \($0)?" })
          : Problem("cannot read \(path.shown): \(error.text)"))
    }
    let (section, diagnostics) = MapReader.read(
      bytes: bytes, file: path.shown, name: name, for: plan)
    for diagnostic in diagnostics { messages.print(diagnostic, bytes: bytes) }
    guard let section else { return .success(false) }
    plan.add(section)
    return .success(true)
  }
}
