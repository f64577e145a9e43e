import Glibc
import MixEngine
import MixIO
import MixSession

/// Where a session that `run` or `play` was asked for goes: a sound server, a timer, or a file.
struct LiveTarget {
  let options: LiveOptions
  let plan: SessionPlan
  /// The session's name without its ending, for files that are named after it.
  let stem: String
  let base: FilePath
  let verbosity: CommonOptions.Verbosity
  let messages: Messages
  /// A performance to play along.
  var midiFile: StandardMIDIFile?
  /// What is played back; nil: nothing.
  var performance: Performance?
  /// Where the files of its inputs lie.
  var performanceDirectory: FilePath?
  /// Whether gaps that it had are left out.
  var mends = false
  /// Where what is performed is kept; nil: nowhere.
  var keptEvents: FilePath?
  /// What is rendered where it can't be played, if that is another session: one that needs no
  /// hands.
  var renderedPlan: (() -> SessionPlan?)?

  init(
    _ options: LiveOptions, _ plan: SessionPlan, stem: String, base: FilePath,
    verbosity: CommonOptions.Verbosity, _ messages: Messages
  ) {
    self.options = options
    self.plan = plan
    self.stem = stem
    self.base = base
    self.verbosity = verbosity
    self.messages = messages
  }

  /// Whether a person with a keyboard may sit there.
  var isInteractive: Bool {
    !options.isHeadless && !options.printsJSON && isatty(STDIN_FILENO) != 0
      && isatty(STDOUT_FILENO) != 0
  }

  /// Runs to the end. `prepare` gets the mix before it starts.
  func run(_ verb: Verb, _ prepare: (LiveMix) -> Void = { _ in }) -> ExitStatus {
    switch options.output ?? .pulse(sink: nil) {
    case .file, .standardOutput: return render(options.output)
    case .automatic: return play(verb, .pulse(sink: nil), orRender: true, prepare)
    case .null: return play(verb, .null, orRender: false, prepare)
    case .pulse(let sink): return play(verb, .pulse(sink: sink), orRender: false, prepare)
    }
  }

  private func play(
    _ verb: Verb, _ place: OutputPlace, orRender: Bool, _ prepare: (LiveMix) -> Void
  ) -> ExitStatus {
    guard
      let mix = Mix(
        plan, base: base, isOffline: false, performance: performance, mends: mends,
        performanceDirectory: performanceDirectory, keptEvents: keptEvents, messages)
    else { return .wrongInput }
    if let performance {
      PerformanceLoader(messages).compare(performance.header.files, with: mix)
    }
    var keeper: PerformanceKeeper?
    if let keptEvents {
      guard let made = PerformanceKeeper(keptEvents, messages) else { return .wrongInput }
      keeper = made
      made.begin(mix)
    }
    let output: any AudioOutput
    let latency = options.latency ?? plan.output.latency.value
    switch place {
    case .null: output = NullOutput(mix.renderer, latencyMilliseconds: Int(latency))
    case .pulse(let sink):
      var settings = PulseSettings(
        device: sink ?? plan.output.device?.value,
        streamName: plan.name?.value ?? stem)
      settings.latencyMilliseconds = Int(latency)
      output = PulseOutput(mix.renderer, settings)
    default: return .failed
    }
    let live = LiveMix(mix, output, options, verb, verbosity, messages)
    live.keeper = keeper
    prepare(live)
    let server = place == .null ? nil : PulseSettings().server
    let devices = LiveDevices(mix, output, server: server, isMainKnown: place != .null)
    live.devices = devices
    guard mix.start(preroll: devices.aligner.preroll) else { return .failed }
    devices.update()
    do { try output.start() } catch {
      devices.close()
      mix.finish()
      keeper?.drop()
      if orRender, case .noServer = error {
        let path = freeName()
        messages.say("no sound server is reachable: rendering to \(path.shown)")
        return render(.file(path, .flac))
      }
      messages.print(placed(error, verb))
      if case .noDevice = error, place == .pulse(sink: nil) { return .wrongInput }
      return .noDevice
    }
    return live.run()
  }

  private func placed(_ problem: OutputProblem, _ verb: Verb) -> Problem {
    ServerWords.problem(problem, verb: verb)
  }

  private func render(_ place: OutputPlace?) -> ExitStatus {
    guard let plan = renderedPlan.map({ $0() }) ?? plan else { return .wrongInput }
    guard
      let mix = Mix(
        plan, base: base, isOffline: true, performance: performance, mends: mends,
        performanceDirectory: performanceDirectory, messages)
    else { return .wrongInput }
    if midiFile == nil { RenderJob.warnOfWaiting(plan, performance, messages) }
    RenderJob.warnOfSilence(mix, messages)
    var job = RenderJob(
      mix, name: stem, output: place, duration: options.duration,
      mayReplace: options.mayReplaceFiles, printsJSON: options.printsJSON, verbosity: verbosity,
      messages)
    job.midiFile = midiFile
    return job.run()
  }

  /// "demo.flac", or "demo-2.flac" where that is taken.
  private func freeName() -> FilePath {
    var number = 1
    while true {
      let path = FilePath(number == 1 ? "\(stem).flac" : "\(stem)-\(number).flac")
      if path.withCString({ access($0, F_OK) }) != 0 { return path }
      number += 1
    }
  }
}

extension FilePath {
  /// The name without directories and ending, for people.
  var stem: String {
    let name = bytes.split(separator: UInt8(ascii: "/")).last ?? []
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
    return FilePath(bytes: stem.isEmpty ? name : stem).shown
  }
}
