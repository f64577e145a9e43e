import Glibc
import MixEngine
import MixIO
import MixSession

extension Commands {
  /// Renders a session offline, to a file or standard output and to its recorders' files.
  static func run(_ options: RenderOptions) -> ExitStatus {
    let messages = Messages(options.common)
    let midiFile = options.midiFile.map { MIDIFileLoader.load($0, messages) }
    if options.midiFile != nil, midiFile ?? nil == nil { return .wrongInput }
    guard let plan = SessionLoader.load(options.session, settings: options.settings, messages)
    else { return .wrongInput }
    var performance: Performance?
    if let events = options.events {
      performance = PerformanceLoader(messages).load(
        events, for: plan, settings: options.settings)
      if performance == nil { return .wrongInput }
    }
    guard
      let mix = Mix(
        plan, base: SessionLoader.directory(of: options.session), isOffline: true,
        performance: performance, mends: options.mends,
        performanceDirectory: options.events.map(SessionLoader.directory), messages)
    else { return .wrongInput }
    if options.output == nil, plan.recorders.isEmpty {
      messages.print(
        Problem("nothing to write", help: "-o FILE, or a [recorder.X] in the session"))
      return .wrongInput
    }
    if midiFile == nil { RenderJob.warnOfWaiting(plan, performance, messages) }
    RenderJob.warnOfSilence(mix, messages)
    var job = RenderJob(
      mix, name: options.session.shown, output: options.output,
      encoding: options.encoding, dithers: options.dithers, seed: options.seed ?? 1,
      duration: options.duration, mayReplace: options.mayReplaceFiles,
      printsJSON: options.printsJSON, verbosity: options.common.verbosity, messages)
    job.midiFile = midiFile ?? nil
    return job.run()
  }
}
