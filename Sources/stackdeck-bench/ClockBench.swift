import Glibc
import MixEngine
import MixIO

/// Two clocks on a real server: a capture stream that is opened at 48010 Hz and believed to have 48000.
///
/// Plays silence on the default sink and listens to what it plays, prints a line every ten seconds,
/// and at the end whether frames ran out or piled up after the first ten.
enum ClockBench {
  static func run(seconds: Int) throws -> Bool {
    let rate = SampleRate(48_000), engine = Engine(sampleRate: rate)
    let input = LiveInput(
      address: "input", parameters: engine.parameters, sampleRate: rate, targetFrameCount: 2048)
    var graph = Graph()
    try graph.connect(graph.addSource(input), to: graph.addOutput("output.main", index: 0))
    let running = try graph.prepare(for: engine).start()
    var settings = PulseSettings()
    settings.latencyMilliseconds = 80
    let output = PulseOutput(engine.renderer, settings)
    try output.start()
    let sink = output.state.device?.name ?? ""
    var capture = PulseCaptureSettings(.monitor(of: sink))
    capture.streamRate = 48_010
    capture.latencyMilliseconds = 20
    let device = PulseCapture(input.bridge, capture)
    try device.start()

    var first: ClockBridge.Report?, firstLatency = 0.0, latency = 0.0
    for second in 1...seconds {
      sleep(1)
      let report = input.bridge.report
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
      if let written = input.bridge.writtenFrame(at: now), let heard = output.heardFrame(at: now),
        let read = input.bridge.readFrame(atFrame: Int64(heard))
      {
        latency = (written - read) / 48
      }
      if second == 20 { (first, firstLatency) = (report, latency) }
      guard second % 10 == 0 else { continue }
      print(
        "\(second) s: drift \(Int(report.driftPPM.rounded())) ppm, fill "
          + "\(Int(report.fillFrameCount)) frames, latency \((latency * 100).rounded() / 100) ms, "
          + "underruns \(report.underruns), overruns \(report.overruns), jumps \(report.jumps)")
      fflush(nil)
    }
    device.close()
    output.close()
    running.stop()
    let last = input.bridge.report
    let isSteady = last.underruns == first?.underruns && last.overruns == first?.overruns
    print(
      "latency changed by \(((latency - firstLatency) * 100).rounded() / 100) ms, "
        + (isSteady ? "no under- or overrun" : "under- or overruns") + " after 20 s")
    return isSteady
  }
}
