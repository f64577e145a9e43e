import MixEngine

/// Makes an engine's graph of a session's plan, and changes it when the plan changes.
///
/// Control thread; lives as long as its engine. What stands in the plan before and in the one after
/// is the same object: it goes on sounding as it did.
public final class SessionBuilder {
  public struct Options: Sendable {
    /// A meter behind each strip's fader.
    public var hasMeters = false
    /// Leaves a trim of 0 dB out where the session itself never moves it: nobody else can.
    public var omitsFlatTrims = false
    /// Makes the tap of a recorder; nil: floats, ten seconds of them.
    public var makeRecorder:
      (@Sendable (_ plan: RecorderPlan, _ parameters: ParameterTable) -> RecorderTap)?

    public init() {}
  }

  let engine: Engine
  let options: Options
  /// By address.
  private var modules: [String: Module] = [:]
  private var plan: SessionPlan?
  private lazy var crossfader = Crossfader(
    address: CrossfaderPlan.address, parameters: engine.parameters)

  public init(engine: Engine, options: Options = Options()) {
    self.engine = engine
    self.options = options
  }

  /// What the engine is to run for a plan; the same as `update` when there was one before.
  ///
  /// - Throws: a fault of this program, as diagnostics: a plan itself can always be built.
  public func build(_ plan: SessionPlan) throws(SessionBuildError) -> SessionBuild {
    try update(to: plan).build
  }

  /// What the engine is to run for another plan, and what has changed.
  ///
  /// Values that stand differently in the file are set at once; those that a hand has moved stay,
  /// unless they changed in the file.
  public func update(
    to new: SessionPlan
  ) throws(SessionBuildError) -> (build: SessionBuild, change: SessionChange) {
    let change = SessionChange(from: plan, to: new)
    setParameters(new)
    let kept = modules
    let assembly: SessionAssembly
    do {
      assembly = try SessionAssembly(
        new, builder: self, existing: kept, crossfader: crossfader, joins: plan != nil,
        retaken: change.retakenRecorders)
    } catch {
      throw SessionBuildError(diagnostics: [new.diagnostic(for: error)])
    }
    modules = assembly.modules
    plan = new
    let build = assembly.build()
    return (build, change)
  }

  /// Gives each parameter what the file says: all of them at first, then those that changed in it.
  private func setParameters(_ new: SessionPlan) {
    let before = Dictionary(
      (plan?.parameters ?? []).map { ($0.address, $0.value.value) }, uniquingKeysWith: { $1 })
    for parameter in new.parameters where before[parameter.address] != parameter.value.value {
      _ = engine.parameters.add(
        parameter.descriptor, address: parameter.address, value: parameter.value.value)
    }
  }
}
