import CRealtime

/// A sine of exactly the stated frequency, for tests and for setting levels. Pushes one mono buffer.
///
/// The phase is a fraction of a turn in 64 bits that goes on by a whole number each frame: it
/// neither drifts over hours nor jumps when the frequency changes. The level moves in straight lines
/// of 5 ms. It begins with phase 0, without a step.
public final class Oscillator: Module, @unchecked Sendable {
  public static let descriptors: [ParameterDescriptor] = [
    .frequency(default: 440),
    ParameterDescriptor(
      "level", .decibels, -.infinity...0, default: -20, taper: .channelFader,
      smoothingMilliseconds: 5),
  ]

  /// In Hz; held below half of the rate.
  public let frequency: Parameter
  /// In dB below full scale.
  public let level: Parameter

  // Render thread only, once rendering has begun.
  private var phase: UInt64 = 0
  private var step: UInt64 = 0
  private var gain = Ramp(0)
  private var lastFrequency = Float.nan
  private var lastLevel = Float.nan
  private var isFresh = true
  private var lineFrames = 240
  private var rate = 48_000.0

  /// - Parameters:
  ///   - address: where its parameters stand, too: "tone" for "tone.frequency".
  ///   - level: what a level that is new begins with, in dB.
  public init(address: String, parameters: ParameterTable, level: Float = -20) {
    frequency = parameters.add(Self.descriptors[0], address: "\(address).frequency")
    let place = "\(address).level"
    self.level =
      parameters.parameter(named: place)
      ?? parameters.add(Self.descriptors[1], address: place, value: level)
    super.init(address: address, parameters: parameters)
  }

  public override var summary: String {
    "\(Self.descriptors[0].text(frequency.wanted)), \(Self.descriptors[1].text(level.wanted))"
  }

  public override func prepare(sampleRate: SampleRate) {
    rate = Double(sampleRate.hertz)
    lineFrames = Int(sampleRate.frames(seconds: 0.005))
    lastFrequency = .nan
  }

  /// Begins again with phase 0.
  @_noLocks public override func reset() { phase = 0 }

  @_noLocks public override func process(_ context: RenderContext) {
    takeParameters()
    guard let buffer = context.stack.push(channelCount: 1) else { return }
    let out = buffer.left, frames = buffer.frameCount
    if gain.rests(at: 0) {
      Kernel.clear(out, frameCount: frames)
      phase &+= step &* UInt64(truncatingIfNeeded: frames)
      return
    }
    var phase = phase
    // 2π ÷ 2⁶⁴, of a phase that counts from −½ to ½ of a turn: small angles are exact.
    let turn = 2 * Double.pi / 18_446_744_073_709_551_616
    for i in 0..<frames {
      let angle = Double(Int64(bitPattern: phase)) * turn
      out[i] = Float(crt_sin(angle))
      phase &+= step
    }
    self.phase = phase
    Kernel.apply(gain, to: out, frameCount: frames)
    gain.advance(frames)
  }

  @_noLocks private func takeParameters() {
    let hertz = frequency.value
    if hertz != lastFrequency {
      lastFrequency = hertz
      let share = Double(hertz) / rate
      // Not a number is 0 Hz; below half a turn the whole number has room.
      let held = share > 0 ? (share < 0.4999 ? share : 0.4999) : 0
      step = UInt64(crt_round(held * 18_446_744_073_709_551_616))
    }
    let decibels = level.value
    if decibels != lastLevel {
      lastLevel = decibels
      let target = Decibels(Double(decibels > 0 ? 0 : decibels)).gain
      if isFresh {
        gain.jump(to: target == target ? target : 0)
      } else {
        gain.move(to: target, over: lineFrames)
      }
      isFresh = false
    }
  }
}
