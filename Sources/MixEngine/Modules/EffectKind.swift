/// A type of effect, as sessions name it.
public struct EffectKind: Sendable {
  /// The word of `type` in a session: "bandpass".
  public let word: String
  /// What it does, as help and man pages say it.
  public let summary: String
  /// Its parameters, `on` and `mix` first.
  public let descriptors: [ParameterDescriptor]
  /// Whether it measures by how much it lowers the sound: `Effect.reduction`.
  public let tellsReduction: Bool
  /// Whether it acts on what another strip sounds like, which `listen` names.
  public let listens: Bool
  private let factory: @Sendable (String, ParameterTable) -> Effect

  init(
    _ word: String, _ summary: String, _ descriptors: [ParameterDescriptor],
    tellsReduction: Bool = false, listens: Bool = false,
    _ factory: @escaping @Sendable (String, ParameterTable) -> Effect
  ) {
    self.word = word
    self.summary = summary
    self.descriptors = descriptors
    self.tellsReduction = tellsReduction
    self.listens = listens
    self.factory = factory
  }

  /// Control thread: makes one that stands at an address; its parameters join the table, each with
  /// the value that it has there already, else its default.
  public func make(address: String, parameters: ParameterTable) -> Effect {
    let effect = factory(address, parameters)
    effect.typeWord = word
    return effect
  }
}
