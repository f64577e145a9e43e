/// All that is wrong with a command line, in the order of its words; never empty.
struct ArgumentProblems: Error, Sendable {
  let problems: [ArgumentProblem]
  /// What the command line says of colours.
  let color: ColorChoice

  init(_ problems: [ArgumentProblem], color: ColorChoice) {
    self.problems = problems
    self.color = color
  }

  init(_ findings: [RawArguments.Finding], color: ColorChoice) {
    let numbered = findings.enumerated().sorted {
      ($0.element.index, $0.offset) < ($1.element.index, $1.offset)
    }
    self.init(numbered.map(\.element.problem), color: color)
  }
}
