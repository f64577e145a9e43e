import MixEngine
import MixIO
import MixSession

/// The devices of a mix beside main's: what its inputs listen to, and what its other outputs play on.
///
/// Control thread.
final class LiveDevices {
  /// Something that happened, for people.
  struct News {
    let text: String
    let severity: Problem.Severity
  }

  private let mix: Mix
  private let output: any AudioOutput
  private let server: String?
  /// Whether main is heard on a device that may be a loudspeaker.
  private let isMainKnown: Bool
  private var inputs: [String: (plan: InputPlan, module: LiveInput, device: PulseCapture)] = [:]
  private var outputs: [String: (plan: OutputPlan, module: BridgeTap, device: PulseOutput)] = [:]
  private var ticks = 0
  /// Main's device when it was looked at last, and whether that is worn; nil: not looked at.
  private var heardOn: String?
  private var isWorn: Bool?
  private(set) var aligner: TakeAligner
  /// Devices that could not even be started, and others that are told once.
  private var waiting: [News] = []

  init(_ mix: Mix, _ output: any AudioOutput, server: String?, isMainKnown: Bool) {
    self.mix = mix
    self.output = output
    self.server = server
    self.isMainKnown = isMainKnown
    aligner = TakeAligner(mix, output)
  }

  // MARK: Opening and closing

  /// Opens what the session names now, and closes what it names no more.
  func update() {
    for (name, open) in inputs {
      if mix.build.inputs[name] === open.module, let plan = mix.plan.strip(named: name)?.input,
        Self.isSame(plan, open.plan)
      {
        inputs[name]?.plan = plan
        continue
      }
      open.device.close()
      inputs[name] = nil
    }
    for (name, open) in outputs {
      let plan = mix.plan.outputs.first { $0.name == name }
      if mix.build.outputs[name] === open.module, plan.map({ Self.isSame($0, open.plan) }) == true {
        continue
      }
      open.device.close()
      outputs[name] = nil
    }
    for strip in mix.plan.strips where inputs[strip.name] == nil { open(strip) }
    for plan in mix.plan.outputs.dropFirst() where outputs[plan.name] == nil { open(plan) }
    // A new input doesn't know yet where main is heard.
    heardOn = nil
    isWorn = nil
  }

  /// Whether the same stream does; whether it is monitored, and where its takes lie, is no matter of
  /// the device.
  private static func isSame(_ a: InputPlan, _ b: InputPlan) -> Bool {
    a.device == b.device && a.channels == b.channels && a.latency == b.latency
  }

  private static func isSame(_ a: OutputPlan, _ b: OutputPlan) -> Bool {
    a.device == b.device && a.virtualSource == b.virtualSource && a.latency == b.latency
  }

  private func open(_ strip: StripPlan) {
    guard let plan = strip.input, let module = mix.build.inputs[strip.name] else { return }
    let place: PulseCaptureSettings.Place =
      switch plan.device {
      case .source(nil): .defaultSource
      case .source(let name?): .source(name.value)
      case .monitor(let name): .monitor(of: name.value)
      case .virtualSink(let name): .virtualSink(name.value)
      }
    var settings = PulseCaptureSettings(place, server: server, channels: plan.channels?.value)
    settings.latencyMilliseconds = Int(plan.latency.value.rounded())
    settings.streamName = strip.name
    settings.identity = "stackdeck:\(strip.address)"
    let device = PulseCapture(module.bridge, settings)
    inputs[strip.name] = (plan, module, device)
    do { try device.start() } catch {
      waiting.append(News(text: "\(strip.address): \(error.description)", severity: .warning))
    }
  }

  private func open(_ plan: OutputPlan) {
    guard let module = mix.build.outputs[plan.name] else { return }
    var settings = PulseSettings(
      device: plan.device?.value, server: server, streamName: plan.name)
    settings.virtualSource = plan.virtualSource?.value
    settings.latencyMilliseconds = Int(plan.latency.value)
    settings.identity = "stackdeck:\(plan.address)"
    settings.waitsForDevice = true
    let device = PulseOutput(module.bridge, settings, clock: mix.renderer.clock)
    outputs[plan.name] = (plan, module, device)
    do { try device.start() } catch {
      waiting.append(News(text: "\(plan.address): \(error.description)", severity: .warning))
    }
  }

  func close() {
    for open in inputs.values { open.device.close() }
    for open in outputs.values { open.device.close() }
    inputs = [:]
    outputs = [:]
  }

  // MARK: Every now and then

  /// Measures, and says what happened.
  func tick() -> [News] {
    aligner.tick()
    lookAtMain()
    var news = waiting
    waiting = []
    for (name, open) in inputs.sorted(by: { $0.key < $1.key }) {
      for notice in open.device.takeNotices() {
        if let text = text(of: notice.state) {
          news.append(News(text: "input \(name): \(text.0)", severity: text.1))
        }
      }
    }
    for (name, open) in outputs.sorted(by: { $0.key < $1.key }) {
      for notice in open.device.takeNotices() {
        guard case .state(let state) = notice.event, let text = text(of: state) else { continue }
        news.append(News(text: "output \(name): \(text.0)", severity: text.1))
      }
    }
    return news
  }

  private func text(of state: InputState) -> (String, Problem.Severity)? {
    switch state {
    case .running(let device, _): ("listens to \(device.description)", .note)
    case .suspended(let device): ("\(device.description) is suspended", .warning)
    case .waiting(let problem, let attempt) where attempt <= 1:
      ("\(problem.description); waiting for it", .warning)
    case .failed(let problem): (problem.description, .error)
    default: nil
    }
  }

  private func text(of state: OutputState) -> (String, Problem.Severity)? {
    switch state {
    case .running(let device, _): ("plays on \(device.description)", .note)
    case .suspended(let device): ("\(device.description) is suspended", .warning)
    case .reconnecting(let problem, let attempt) where attempt <= 1:
      ("\(problem.description); waiting for it", .warning)
    case .failed(let problem): (problem.description, .error)
    default: nil
    }
  }

  // MARK: Monitoring

  /// Lets inputs with monitor = "auto" be heard while main is worn on the head, and only then.
  private func lookAtMain() {
    let names = inputs.filter { $0.value.plan.monitor.value == .auto }.keys.sorted()
    guard isMainKnown, !names.isEmpty, let device = output.state.device else { return }
    ticks += 1
    // Headphones are plugged in without another device.
    guard heardOn != device.name || ticks % 75 == 0 else { return }
    let sinks = (try? PulseDevices.list(server: server, limitMilliseconds: 300))?.sinks ?? []
    let worn = sinks.first { $0.name == device.name }?.isWorn ?? false
    heardOn = device.name
    guard worn != isWorn else { return }
    isWorn = worn
    for name in names {
      mix.engine.parameters.parameter(named: "input.\(name).\(MonitorGate.descriptor.name)")?.set(
        worn ? 1 : 0)
    }
    let all = names.joined(separator: ", "), many = names.count > 1
    waiting.append(
      worn
        ? News(text: "\(device.description): input\(many ? "s" : "") \(all) heard", severity: .note)
        : News(
          text: "input\(many ? "s" : "") \(all) not on main: \(device.description) may be a "
            + "loudspeaker; monitor = true lets \(many ? "them" : "it") be heard",
          severity: .warning))
  }

  // MARK: What is shown

  /// How an input stands.
  func input(_ name: String) -> (state: InputState, report: ClockBridge.Report)? {
    inputs[name].map { ($0.device.state, $0.module.bridge.report) }
  }

  var outputNames: [String] { outputs.keys.sorted() }

  func output(_ name: String) -> (state: OutputState, report: ClockBridge.Report)? {
    outputs[name].map { ($0.device.state, $0.module.bridge.report) }
  }
}
