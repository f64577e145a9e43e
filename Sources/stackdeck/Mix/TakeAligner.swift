import MixEngine
import MixIO
import MixSession

/// Lets takes of live inputs lie where a person heard the rest.
///
/// Who sings to a song hears it by the output's latency late, and is heard by the input's latency later
/// still. How much that is can be read off both devices' clocks while they run; takes of everything
/// else are held back by as much, and an input that is quicker than another one, too. It is set while
/// nothing is recorded, and stays as long as something is. Control thread.
struct TakeAligner {
  private let mix: Mix
  private let output: any AudioOutput
  /// Frames by which inputs came late when they were looked at last, newest last.
  private var measured: [String: [Double]] = [:]
  /// Frames by which all but the inputs are held back; nil: not known yet.
  private(set) var delay: Int?

  init(_ mix: Mix, _ output: any AudioOutput) {
    self.mix = mix
    self.output = output
  }

  /// Seconds that pass before the session's frame 0, so that takes that begin there lie well.
  ///
  /// Both clocks take 3 s until their drift is known.
  var preroll: Double { isNeeded ? 4 : 0 }

  private var isNeeded: Bool { !mix.plan.recorders.isEmpty && !sources.isEmpty }

  private var sources: [StripPlan] { mix.plan.strips.filter { $0.input?.isSource == true } }

  /// Measures; and sets what was measured unless something is recorded.
  mutating func tick() {
    guard isNeeded else { return }
    let now = MonotonicClock.nanoseconds
    for strip in sources {
      guard let late = lateness(of: strip, at: now) else {
        measured[strip.name] = nil
        continue
      }
      measured[strip.name, default: []].append(late)
      if measured[strip.name]!.count > 25 { measured[strip.name]!.removeFirst() }
    }
    guard !mix.build.recorders.values.contains(where: \.isRecording) else { return }
    settle()
  }

  /// Frames from when something is heard to when an answer to it is rendered.
  private func lateness(of strip: StripPlan, at now: Int64) -> Double? {
    // Where reading is due, not where it is: a take outlasts the time in which it is steered there.
    guard let input = mix.build.inputs[strip.name],
      let due = input.bridge.dueFrame(atFrame: 0),
      let late = Self.lateness(
        of: input, readFrame: due, output, firstFrame: mix.firstFrame, at: now)
    else { return nil }
    return late + (strip.input?.latencyOffset.value ?? 0) / 1000 * Double(mix.sampleRate.hertz)
  }

  /// - Parameters:
  ///   - readFrame: of the device, that frame 0 gets.
  ///   - firstFrame: of the render clock, that the output rendered first.
  static func lateness(
    of input: LiveInput, readFrame: Double, _ output: any AudioOutput, firstFrame: Int64,
    at now: Int64
  ) -> Double? {
    guard let heard = output.heardFrame(at: now),
      let written = input.bridge.writtenFrame(at: now)
    else { return nil }
    return written - readFrame - (heard + Double(firstFrame)) + Double(input.wayFrameCount)
  }

  private mutating func settle() {
    let known = sources.compactMap { strip -> (address: String, frames: Double)? in
      // A device that has just come is not known well yet.
      guard let values = measured[strip.name], values.count >= 8 else { return nil }
      return (strip.address, values.sorted()[values.count / 2])
    }
    guard !known.isEmpty else { return }
    let most = max(0, known.map(\.frames).max() ?? 0)
    let whole = Int(most.rounded())
    // What wobbles by less than half a millisecond is not moved for it.
    if let delay, abs(delay - whole) < mix.sampleRate.hertz / 2000 { return }
    delay = whole
    set(Float(whole), of: "session")
    mix.renderer.ending.setTakeDelay(whole)
    for (address, frames) in known { set(Float(max(0, (most - frames).rounded())), of: address) }
  }

  private func set(_ frames: Float, of object: String) {
    mix.engine.parameters.parameter(named: TakeDelay.address(object))?
      .set(min(frames, Float(TakeDelay.most)))
  }
}
