import MixEngine

/// Makes an engine's graph of a session's plan, and changes it when the plan changes.
///
/// Control thread; lives as long as its engine. What stands in the plan before and in the one after
/// is the same object: it goes on sounding as it did.
public final class SessionBuilder {
  public struct Options: Sendable {
    /// A meter behind each strip's fader.
    public var hasMeters = false
    /// Leaves trims, knobs and sweeps that do nothing out where the session itself never moves them:
    /// nobody else can.
    public var omitsIdle = false
    /// Addresses that are moved by others than the session: what they lead to is there.
    public var movedAddresses: Set<String> = []
    /// Outputs beside main; who renders to a file has none.
    public var hasOutputs = false
    /// Live inputs are players instead, which play what was kept of them.
    public var playsBackInputs = false
    /// A tap at each live input's beginning, for who keeps what it brings.
    public var keepsInputs = false
    /// Makes the tap of a recorder, whose sound is held back by `delay`; nil: floats, ten seconds of
    /// them.
    public var makeRecorder:
      (
        @Sendable (_ plan: RecorderPlan, _ parameters: ParameterTable, _ delay: Parameter) ->
          RecorderTap
      )?

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
  /// Nothing that runs changes yet: values that stand differently in the file are the build's
  /// `values`, the rest is staged in the modules, and all of it takes effect with the graph's update.
  /// Values that a hand has moved stay, unless they changed in the file.
  public func update(
    to new: SessionPlan
  ) throws(SessionBuildError) -> (build: SessionBuild, change: SessionChange) {
    var new = new
    for address in options.movedAddresses.sorted() where !new.closesCircle(address) {
      new.movedElsewhere.insert(address)
    }
    let change = SessionChange(from: plan, to: new)
    let values = setParameters(new)
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
    var build = assembly.build()
    build.values = values
    return (build, change)
  }

  /// Gives each parameter that is new what the file says.
  ///
  /// - Returns: those that changed in the file.
  private func setParameters(_ new: SessionPlan) -> [(parameter: Parameter, value: Float)] {
    var values: [(parameter: Parameter, value: Float)] = []
    let before = Dictionary(
      (plan?.parameters ?? []).map { ($0.address, $0.value.value) }, uniquingKeysWith: { $1 })
    for parameter in new.parameters where before[parameter.address] != parameter.value.value {
      if plan != nil, let known = engine.parameters.parameter(named: parameter.address) {
        values.append((known, parameter.value.value))
      } else {
        _ = engine.parameters.add(
          parameter.descriptor, address: parameter.address, value: parameter.value.value)
      }
    }
    return values
  }
}
