import MixEngine

extension SessionPlan {
  /// The names of map files that the session gives.
  public var mapNames: [Placed<String>] { midi.own?.maps ?? [] }

  /// Puts a map file's section behind those that are there.
  public mutating func add(_ map: MIDISectionPlan) { midi.sections.append(map) }

  /// What could not be said before all map files were read: that an entry of the session's own leads
  /// to a layer that none of them has.
  public var problemsOfLayers: [Diagnostic] {
    let layers = midi.layers
    let own = midi.own?.entries ?? []
    return own.flatMap(\.to).compactMap { address in
      guard address.value.hasPrefix("layer."),
        !layers.contains(String(address.value.dropFirst(6)))
      else { return nil }
      return diagnostic(
        SessionReading.noLayer(address.value), at: address.range,
        help: SessionReading.layerHelp(address.value, in: layers))
    }
  }
}
