extension Effect {
  /// What effects of the level say of themselves: "gate -50 dB, depth -60 dB, attack 1 ms, …". The
  /// gain is told where there is one.
  ///
  /// - Parameter descriptors: with `on` and `mix` first, then the threshold.
  final func levelSummary(_ word: String, _ descriptors: [ParameterDescriptor]) -> String {
    var text = word
    for (i, descriptor) in descriptors.enumerated().dropFirst(2) {
      guard let parameter = parameters.parameter(named: "\(address).\(descriptor.name)") else {
        continue
      }
      if descriptor.name == "gain", parameter.wanted == 0 { continue }
      let name = descriptor.name.split(separator: "_").filter { $0 != "ms" }
      text += i == 2 ? " " : ", \(name.joined(separator: " ")) "
      text += descriptor.text(parameter.wanted)
    }
    return text + commonSummary(defaultMix: 100)
  }
}
