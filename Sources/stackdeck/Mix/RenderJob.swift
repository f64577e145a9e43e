import Glibc
import MixEngine
import MixIO
import MixSession

/// One offline render: from a mix to its files, with its progress.
struct RenderJob {
  private let mix: Mix
  private let name: String
  private let output: OutputPlace?
  private let encoding: TakeEncoding?
  private let dithers: Bool
  private let seed: UInt64
  private let duration: Double?
  private let mayReplace: Bool
  private let printsJSON: Bool
  private let verbosity: CommonOptions.Verbosity
  /// A performance to play along.
  var midiFile: StandardMIDIFile?
  private let messages: Messages

  init(
    _ mix: Mix, name: String, output: OutputPlace?, encoding: TakeEncoding? = nil,
    dithers: Bool = false, seed: UInt64 = 1, duration: Double? = nil, mayReplace: Bool = false,
    printsJSON: Bool = false, verbosity: CommonOptions.Verbosity, _ messages: Messages
  ) {
    self.mix = mix
    self.name = name
    self.output = output
    self.encoding = encoding
    self.dithers = dithers
    self.seed = seed
    self.duration = duration
    self.mayReplace = mayReplace
    self.printsJSON = printsJSON
    self.verbosity = verbosity
    self.messages = messages
  }

  func run() -> ExitStatus {
    if output == .standardOutput, !Results.takeSound(messages) { return .wrongInput }
    let signals = SignalWatcher()
    let sink: RenderSink
    do {
      sink = try RenderSink(
        output, encoding, mix.sampleRate, dither: dithers ? seed : nil, mayReplace: mayReplace)
    } catch {
      messages.print(RenderSink.problem(error, output))
      return error.isUsersMistake ? .wrongInput : .failed
    }
    // What was performed says itself when takes end; hands may make more sound than there seems to be.
    let last = mix.performance?.endFrame
    mix.renderer.ending.setEndsTakes(midiFile == nil && last == nil)
    if let performance = mix.performance {
      PerformanceLoader(messages).compare(performance.header.files, with: mix)
    }
    guard mix.start() else { return .failed }

    let rate = mix.sampleRate
    let total = mix.plan.summary { name in
      mix.files[name].flatMap { file in
        file.info.flatMap { info in file.length.map { Double($0) / Double(info.sampleRate) } }
      }
    }.ending.seconds
    let progress = ProgressLine(verbosity)
    let began = MonotonicClock.seconds
    var shownAt = began, lookedAt = began, status = ExitStatus.done
    var log = TakeLog(), failure: TakeError?
    let render = OfflineRender(mix.renderer, takes: mix.takes)
    if let midiFile {
      let desk = OfflineDesk(
        mix.renderer, MIDIFileHands(midiFile, rate),
        mix.build.midiMap(mix.plan.midi) { _, _ in }, name: "MIDI file")
      let ending = mix.renderer.ending
      render.playsAlong = { frame in
        let next = desk.playAlong(from: frame)
        if next == nil, last == nil { ending.setEndsTakes(true) }
        return next
      }
    }
    let asked = duration.map { rate.frames(seconds: $0) }
    if let asked {
      for tap in mix.build.recorders.values {
        mix.renderer.send(Action(.endTake, target: tap.slot, frame: asked), from: .control)
      }
    }
    let limit = asked.map { min($0, last ?? .max) } ?? last
    var reloads = mix.performance?.reloads ?? []
    let stops = reloads.map(\.begin)
    func view(_ frames: Int64) -> RenderProgress {
      RenderProgress(
        name: name, rendered: rate.seconds(frames: frames),
        total: limit.map { rate.seconds(frames: $0) } ?? total,
        elapsed: MonotonicClock.seconds - began)
    }
    do {
      try render.run(
        limit: limit, atLeast: last ?? stops.last ?? 0, stoppingAt: stops,
        isThreaded: sink.isSlow && OfflineRender.hasProcessors,
        while: { frames in
          while let reload = reloads.first, reload.begin <= frames {
            reloads.removeFirst()
            guard reloadSession(reload, render) else {
              status = .failed
              return false
            }
          }
          let now = MonotonicClock.seconds
          if now - shownAt >= 0.1 {
            shownAt = now
            progress.show(view(frames))
          }
          if now - lookedAt < 0.01 { return true }
          lookedAt = now
          for signal in signals.take() {
            if let asked = SignalWatcher.status(of: signal) { status = asked }
          }
          return status == .done
        },
        sink: { (left, right, count) throws(TakeError) in
          try sink.write(left, right, count)
        })
    } catch {
      failure = error
      status = .failed
    }
    progress.clear()
    mix.finish()
    if failure == nil, status == .done || status == .interrupted || status == .terminated {
      do { try sink.finish() } catch {
        failure = error
        status = .failed
      }
    }
    if let failure { messages.print(RenderSink.problem(failure, output)) }
    log.update(mix.takes, rate: rate, messages)
    tellFaults()
    if sink.clippedSampleCount > 0 {
      messages.print(
        Problem(
          "\(sink.clippedSampleCount) samples were clipped", severity: .warning,
          help: "lower the gain of bus.main, or --encoding float"))
    }
    let end = view(render.frameCount)
    if printsJSON {
      _ = Results.print(json(end, frames: render.frameCount, sink, log), messages)
    } else if status == .done {
      messages.say(end.summary(messages.printer.encoding))
    }
    if status == .done, log.isIncomplete { return .incompleteRecording }
    return status
  }

  /// Reads the session again, as it was read when this was performed.
  private func reloadSession(_ reload: PerformanceReload, _ render: OfflineRender) -> Bool {
    guard mix.update(to: reload.plan, at: (reload.begin, reload.done)) != nil else { return false }
    PerformanceLoader(messages).compare(reload.files, with: mix)
    render.takes = mix.takes
    return true
  }

  /// Files that broke off, and sound that was no sound.
  private func tellFaults() {
    for (name, file) in mix.files.sorted(by: { $0.key < $1.key }) {
      guard let failure = file.failure else { continue }
      messages.print(
        Problem(
          "player \(name): \(FilePath(bytes: file.path).shown): \(failure)", severity: .warning))
    }
    let silenced = mix.renderer.faults.pointee.nonFinite.load(ordering: .relaxed)
    if silenced > 0 {
      messages.print(
        Problem("\(silenced) quanta were not numbers and were silenced", severity: .warning))
    }
  }

  private func json(
    _ end: RenderProgress, frames: Int64, _ sink: RenderSink, _ log: TakeLog
  ) -> String {
    var json = JSONWriter()
    json.object { json in
      json.field("session", name)
      json.field("frames", frames)
      json.field("sample_rate", mix.sampleRate.hertz)
      json.field("seconds", end.rendered)
      json.field("elapsed", end.elapsed)
      json.field("clipped", sink.clippedSampleCount)
      json.array("takes") { json in
        for (recorder, report) in log.reports {
          json.object { json in
            json.field("recorder", recorder)
            if let path = report.path { json.field("file", path.bytes) }
            if let sheet = report.cueSheet { json.field("cue_sheet", sheet.bytes) }
            json.field("frames", report.frameCount)
            json.field("complete", report.isComplete)
          }
        }
      }
    }
    return json.takeLine()
  }
}

extension SessionSummary.Ending {
  /// When it ends, if that is known.
  var seconds: Double? {
    if case .byItself(let seconds) = self { seconds } else { nil }
  }
}
