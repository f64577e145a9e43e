extension RenderProgram {
  /// The program as lines that a person can read: what is done to the stack in each quantum.
  ///
  /// What is fused when it runs is listed as the single steps that it stands for; a trim, knobs
  /// and a sweep that change nothing are left out.
  public func listing() -> [ListingLine] {
    let names = Dictionary(
      modules.map { ($0.slot, $0) }, uniquingKeysWith: { first, _ in first })
    let addresses = addresses
    var lines: [ListingLine] = []
    // What has no step of its own: it is done where a source pushes, or an output takes.
    func adapted(_ address: String, isOutput: Bool) {
      for adapter in adapters where adapter.address == address {
        if !isOutput, adapter.change == .stereoToMono { continue }
        lines.append(ListingLine("adapt", address, adapter.change.text))
      }
    }
    for step in steps {
      let module = names[step.slot]
      let address = addresses[step.slot] ?? ""
      switch step.operation {
      case .push:
        lines.append(ListingLine("push", address, ""))
        adapted(address, isOutput: false)
      case .silence:
        lines.append(ListingLine("push", "silence", ""))
      case .edit:
        if let trim = module as? Trim {
          if trim.trim.wanted == 0 { continue }
          lines.append(ListingLine("trim", strip(address), trim.summary))
        } else if let isolator = module as? Isolator {
          if isolator.isFlat { continue }
          lines.append(ListingLine("eq", strip(address), isolator.summary))
        } else if let sweep = module as? Sweep {
          if sweep.sweep.wanted == 0 { continue }
          lines.append(ListingLine("sweep", strip(address), sweep.summary))
        } else if let adapter = module as? ChannelAdapter {
          lines.append(
            ListingLine(
              "adapt", String(address.prefix(upTo: address.lastIndex(of: ".")!)), adapter.summary))
        } else if let delay = module as? AlignDelay {
          lines.append(ListingLine("align", "\(delay.frames)", ""))
        } else {
          lines.append(ListingLine("edit", address, module?.summary ?? ""))
        }
      case .update:
        lines.append(ListingLine("update", address, module?.summary ?? ""))
      case .fader:
        lines.append(ListingLine("fader", strip(address), module?.summary ?? ""))
      case .mix:
        lines.append(ListingLine("mix", "\(step.index)", ""))
      case .mixFaded:
        lines.append(ListingLine("fader", strip(address), module?.summary ?? ""))
        lines.append(ListingLine("mix", "2", ""))
      case .mixSource:
        lines.append(ListingLine("push", address, ""))
        adapted(address, isOutput: false)
        let fader = names[step.index]
        lines.append(ListingLine("fader", strip(addresses[step.index] ?? ""), fader?.summary ?? ""))
        lines.append(ListingLine("mix", "2", ""))
      case .add: lines.append(ListingLine("add", "\(step.index)", ""))
      case .copy: lines.append(ListingLine("copy", "\(step.index)", ""))
      case .raise: lines.append(ListingLine("raise", "\(step.index)", ""))
      case .pop: lines.append(ListingLine("pop", "\(step.index)", ""))
      case .record: lines.append(ListingLine("record", address, ""))
      case .output:
        if let node = outputNode(Int(step.index)) { adapted(node.address, isOutput: true) }
        lines.append(ListingLine("output", outputName(Int(step.index)), ""))
      }
    }
    return lines
  }

  private func strip(_ address: String) -> String {
    for ending in [".trim", ".eq", ".sweep", ".fader"] where address.hasSuffix(ending) {
      return String(address.dropLast(ending.count))
    }
    return address
  }

  private func outputNode(_ index: Int) -> Node? {
    graph.nodes.first { if case .output(index, _) = $0.kind { true } else { false } }
  }

  private func outputName(_ index: Int) -> String {
    guard let address = outputNode(index)?.address else { return "\(index)" }
    return address.split(separator: ".").last.map(String.init) ?? address
  }
}
