import CRealtime
import MixEngine

/// A sine that knows its value at each frame of the render clock.
final class ToneSource: Module, @unchecked Sendable {
  let amplitude: Double
  /// Radians a frame.
  let turn: Double

  init(_ address: String, _ table: ParameterTable, amplitude: Double, frequency: Double) {
    self.amplitude = amplitude
    turn = 2 * Double.pi * frequency / 48000
    super.init(address: address, parameters: table)
  }

  /// The largest step from one frame to the next.
  var largestStep: Double { amplitude * turn }

  @_noLocks func value(_ frame: Int64) -> Float {
    Float(amplitude * crt_sin(turn * Double(frame)))
  }

  @_noLocks override func process(_ context: RenderContext) {
    guard let buffer = context.stack.push() else { return }
    for i in 0..<buffer.frameCount {
      let sample = Float(amplitude * crt_sin(turn * Double(context.time &+ Int64(i))))
      buffer.left[i] = sample
      buffer.right[i] = sample
    }
  }
}
