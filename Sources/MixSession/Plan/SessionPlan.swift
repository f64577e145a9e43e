import MixEngine
import TOML

/// A session that has been understood: names resolved, defaults filled in, nothing wrong with it.
///
/// A pure value. Ranges in it say where a value is written (`source.place(of:)`), for those who find
/// fault with it later: a file that is not there, a device that is unknown.
public struct SessionPlan: Sendable {
  public let source: SessionSource
  /// Nil: the file's name.
  public var name: Placed<String>?
  public var sampleRate: Placed<SampleRate>
  /// A player's name.
  public var endWith: Placed<String>?
  /// Where the strips' knobs part the sound.
  public var crossover = Placed(Crossover.standard)
  /// In the order of the file.
  public var events: [EventPlan]
  /// Players, inputs, oscillators and buses in the order of the file, then cue if anything uses it, then
  /// main.
  public var strips: [StripPlan]
  public var effects: [EffectPlan]
  public var crossfader: CrossfaderPlan?
  /// Main, then the others in the order of the file.
  public var outputs: [OutputPlan]
  public var recorders: [RecorderPlan]
  /// The session's own section, if it has one, then one for each map file.
  public var midi = MIDIPlan()

  /// Addresses that others move than the session itself: a performance that is played back.
  var movedElsewhere: Set<String> = []

  /// All addresses that this session has.
  public var addresses: AddressBook { AddressBook(self) }

  /// What is heard.
  public var output: OutputPlan { outputs[0] }
  public func strip(named name: String) -> StripPlan? { strips.first { $0.name == name } }
  public func effect(named name: String) -> EffectPlan? { effects.first { $0.name == name } }

  /// All parameters with what they begin with.
  public var parameters: [ParameterValue] {
    let moved = movedSends
    return strips.flatMap { $0.parameters + sends(of: $0, moved).map(\.level) }
      + effects.flatMap(\.parameters)
      + (crossfader?.parameters ?? []) + outputs.flatMap(\.parameters)
  }

  /// A diagnostic about a value of this plan; a value that nobody wrote is shown at the beginning of the file.
  public func diagnostic(
    _ message: String, at range: SourceRange?, severity: Diagnostic.Severity = .error,
    help: String? = nil
  ) -> Diagnostic {
    let start = SourcePosition(offset: 0, line: 1, column: 1)
    let range = range ?? SourceRange(start: start, end: start)
    return Diagnostic(message, at: source.place(of: range), severity: severity, help: help)
  }
}
