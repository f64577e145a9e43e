import TOML

// Marks in takes.
extension SessionReading {
  mutating func readTitle(_ value: TOMLValue, named name: String) -> String? {
    guard case .string = value.kind else {
      let help: String? =
        switch value.kind {
        case .integer, .float, .boolean: "in quotes: value = \"\(source.typed(value.range))\""
        default: nil
        }
      wrongKind(value, named: "the title of a \(name)", wanted: "text", help: help)
      return nil
    }
    return readText(value, named: "the title of a \(name)")
  }

  /// Warns, once a recorder, of marks that nothing keeps.
  mutating func checkMarks(_ plan: SessionPlan) {
    let told =
      plan.midi.sections.flatMap { $0.entries.flatMap(\.to) } + plan.events.map(\.to)
    for recorder in plan.recorders where !recorder.cueSheet.value {
      let places = told.filter { $0.value == "\(recorder.address).mark" }.compactMap(\.range)
      guard let first = places.min(by: { $0.start < $1.start }) else { continue }
      warn(
        "recorder \(Shown.word(recorder.name)) has no cue_sheet", at: first,
        help: "cue_sheet = true under [\(Shown.word(recorder.address))] keeps its marks")
    }
  }
}
