import MixEngine
import TOML

// Outputs: main, which always is, and others.
extension SessionReading {
  /// Main first, then the others in the order of the text.
  mutating func readOutputs(_ tables: Tables) -> [OutputPlan] {
    let all = tables.named.filter { $0.kind == .output }
    let main = all.first { $0.key.name == "main" }
    return [readOutput(main)] + all.filter { $0.key.name != "main" }.map { readOutput($0) }
  }

  private mutating func readOutput(_ table: NamedTable?) -> OutputPlan {
    let keys = KeyTable.keys(of: .output), name = table?.key.name ?? "main"
    var values = KeyValues()
    if let table {
      values = readKeys(
        table.table, keys, owner: TableKind.output.withArticle, kind: .output, name: name)
    }
    let usual = names.buses.contains(name) ? name : "main"
    let plan = OutputPlan(
      name: name, nameRange: table?.key.range, device: values.text("device"),
      virtualSource: values.text("virtual_source"),
      latency: values.number("latency_ms") ?? Placed(40),
      from: values.text("from") ?? Placed(usual),
      parameters: parameters(keys, of: "output.\(name)", values))
    check(plan)
    return plan
  }

  private mutating func check(_ plan: OutputPlan) {
    if let device = plan.device?.range, let source = plan.virtualSource?.range {
      error(
        "device and virtual_source exclude each other", at: max(device, source),
        help: "an output has one device: make a second output",
        note: (
          "\(device < source ? "device" : "virtual_source") is given here", min(device, source)
        ))
    }
    guard plan.name != "main", plan.device == nil, plan.virtualSource == nil,
      let range = plan.nameRange, !isBroken
    else { return }
    error(
      "output \(plan.name) would play on main's speakers", at: range,
      help: "name another device, or virtual_source = \"\(plan.name)\"")
  }

  /// Two inputs can't be one sink, nor two outputs one source.
  mutating func checkVirtualDevices(_ plan: SessionPlan) {
    let sinks = plan.strips.compactMap { strip -> Placed<String>? in
      if case .virtualSink(let name)? = strip.input?.device { name } else { nil }
    }
    checkOnce(sinks, "sink")
    checkOnce(plan.outputs.compactMap(\.virtualSource), "source")
  }

  private mutating func checkOnce(_ names: [Placed<String>], _ kind: String) {
    var places: [String: SourceRange] = [:]
    for name in names {
      guard let range = name.range else { continue }
      if let other = places[name.value] {
        error(
          "a \(kind) '\(Shown.word(name.value))' is made already", at: range,
          help: "choose another name", note: ("it is made here", other))
      }
      places[name.value] = range
    }
  }
}

private func max(_ a: SourceRange, _ b: SourceRange) -> SourceRange { a < b ? b : a }
private func min(_ a: SourceRange, _ b: SourceRange) -> SourceRange { a < b ? a : b }
private func < (a: SourceRange, b: SourceRange) -> Bool { a.start < b.start }
