import MixEngine

/// What a mix has to do with the devices of its inputs and its other outputs. Control thread.
extension LiveMix {
  func tellDevices() {
    for news in devices?.tick() ?? [] {
      if news.severity == .note {
        messages.detail(news.text)
      } else {
        say(news.text, news.severity)
      }
    }
  }

  /// Ends the takes that are held back, and waits until what is under way to them has come.
  func completeTakes() {
    guard let delay = devices?.aligner.delay, delay > 0 else { return }
    let taps = mix.build.recorders.values.filter(\.isRecording)
    guard !taps.isEmpty else { return }
    let end = mix.renderer.arrivalFrame
    for tap in taps {
      mix.renderer.send(Action(.endTake, target: tap.slot, frame: end), from: .control)
    }
    // Without a device the clock stands still, and nothing more comes.
    _ = mix.renderer.clock.wait(
      until: end + Int64(delay + Quantum.frameCount),
      milliseconds: 300 + Int(1000 * mix.sampleRate.seconds(frames: Int64(delay))))
  }
}
