import CPulse
import MixEngine

/// How much sound lies between rendering and hearing: from milliseconds to what a server is asked.
struct PulseBuffer: Equatable {
  /// All lengths in frames, whole quanta.
  let target: Int
  let request: Int
  let beforeStart: Int
  let bytesPerFrame: Int

  /// Requests of a quarter keep the stream from running dry while one is on its way; below 10 ms
  /// servers crackle.
  init(latencyMilliseconds: Int, rate: SampleRate, channelCount: Int = 2) {
    bytesPerFrame = 4 * channelCount
    let wanted = Int(rate.frames(seconds: Double(max(latencyMilliseconds, 10)) / 1000))
    target = PulseBuffer.wholeQuanta(wanted + Quantum.frameCount - 1)
    request = max(PulseBuffer.wholeQuanta(target / 4), Quantum.frameCount)
    // Writing whole quanta never fills the whole target: half of it must do to start.
    beforeStart = max(PulseBuffer.wholeQuanta(target / 2), Quantum.frameCount)
  }

  var attributes: pa_buffer_attr {
    pa_buffer_attr(
      maxlength: .max, tlength: UInt32(target * bytesPerFrame),
      prebuf: UInt32(beforeStart * bytesPerFrame),
      minreq: UInt32(request * bytesPerFrame), fragsize: .max)
  }

  static func wholeQuanta(_ frames: Int) -> Int { frames & ~(Quantum.frameCount - 1) }
}
