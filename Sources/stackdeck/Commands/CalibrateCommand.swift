import Glibc
import MixEngine
import MixIO

extension Commands {
  /// Measures the part of a loop's latency that servers don't know: that of the hardware.
  static func run(_ options: CalibrateOptions) -> ExitStatus {
    let messages = Messages(options.common)
    let rate = SampleRate(48_000), settle = 3.5, seconds = 9.0
    let loop: ClickLoop
    do {
      loop = try ClickLoop(sampleRate: rate, seconds: seconds)
      try loop.start()
    } catch {
      messages.print(Problem("\(error)"))
      return .failed
    }
    let firstFrame = loop.engine.renderer.nextFrame
    var settings = PulseSettings(device: options.output, streamName: "calibrate")
    // What is looked for doesn't depend on it, and a busy machine disturbs the less.
    settings.latencyMilliseconds = Int(options.latency ?? 100)
    var capture = PulseCaptureSettings(options.input.map { .source($0) } ?? .defaultSource)
    capture.streamName = "calibrate"
    capture.waitsForDevice = false
    capture.latencyMilliseconds = 20
    let output = PulseOutput(loop.engine.renderer, settings)
    let input = PulseCapture(loop.input.bridge, capture)
    defer {
      input.close()
      output.close()
    }
    do {
      try input.start()
      try output.start()
    } catch {
      messages.print(ServerWords.problem(error, verb: .calibrate))
      return .noDevice
    }
    if let heard = output.state.device, let listens = input.state.device {
      messages.say("clicks on \(heard.description), listening to \(listens.description)")
    }

    let progress = ProgressLine(options.common.verbosity), began = MonotonicClock.seconds
    // How late the input was, as far as servers know, by frame.
    var known: [(frame: Int64, frames: Double)] = []
    while loop.engine.renderer.clock.frame < Int64(loop.frameCount) {
      usleep(50_000)
      let now = MonotonicClock.seconds
      guard now - began < 4 * seconds else { break }
      progress.show(
        RenderProgress(
          name: "clicks", rendered: now - began, total: seconds, elapsed: now - began))
      guard now - began > settle else { continue }
      if let read = loop.input.bridge.readFrame(atFrame: 0),
        let late = TakeAligner.lateness(
          of: loop.input, readFrame: read, output, firstFrame: firstFrame,
          at: MonotonicClock.nanoseconds)
      {
        known.append((loop.engine.renderer.clock.frame, late))
      }
    }
    progress.clear()
    output.close()
    input.close()

    guard !known.isEmpty else {
      messages.print(Problem("the devices' clocks could not be read", help: "try again"))
      return .failed
    }
    let returns = ClickFinder(click: loop.click, period: loop.period).find(
      in: loop.heard, from: Int(rate.frames(seconds: settle)))
    guard !returns.isEmpty else {
      messages.print(
        Problem(
          "the clicks were not heard",
          help: "turn it up and hold the microphone to the loudspeaker, or join both with a cable"))
      return .failed
    }
    // Each against what was known when it came back: a device that loses frames moves both.
    let offsets = returns.map { click -> Double in
      let back = Int64(click.frame + click.lag)
      let nearest = known.min { abs($0.frame - back) < abs($1.frame - back) }
      return Double(click.lag) - (nearest?.frames ?? 0)
    }.sorted()
    let milliseconds = 1000 / Double(rate.hertz)
    // A door that slams is not the loop: the middle half tells.
    let quarter = offsets.count / 4
    return tell(
      offset: offsets[offsets.count / 2] * milliseconds,
      loop: Double(returns.map(\.lag).sorted()[returns.count / 2]) * milliseconds,
      spread: (offsets[offsets.count - 1 - quarter] - offsets[quarter]) * milliseconds, options,
      messages)
  }

  private static func tell(
    offset: Double, loop: Double, spread: Double, _ options: CalibrateOptions,
    _ messages: Messages
  ) -> ExitStatus {
    func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    if spread > 2 {
      messages.print(
        Problem(
          "the clicks came back within \(tenths(spread)) ms of each other", severity: .warning,
          help: "a busy machine, or a loud room: measure again"))
    }
    if options.printsJSON {
      var json = JSONWriter()
      json.object { json in
        json.field("latency_offset_ms", tenths(offset))
        json.field("loop_ms", tenths(loop))
        json.field("spread_ms", tenths(spread))
      }
      return Results.print(json.takeLine(), messages)
    }
    let number = tenths(offset)
    let whole = number == number.rounded() ? "\(Int(number))" : "\(number)"
    return Results.print("latency_offset_ms = \(whole)\n", messages)
  }
}
