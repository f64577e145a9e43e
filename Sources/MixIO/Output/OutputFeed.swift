import MixEngine
import Synchronization

/// Renders for a device: the renderer's frames, faded where the device's sound begins and ends.
///
/// The fades are for the device alone: what the renderer made, and what its recorders hold, is not
/// faded. Shape: interleaved stereo.
final class OutputFeed: @unchecked Sendable {
  private let renderer: Renderer
  private let reference: Unmanaged<Renderer>
  private let fadeFrameCount: Int32
  // Render thread, or while that is locked out: frames of the fade that have been made.
  private var fadeInPosition: Int32
  private var fadeOutPosition: Int32 = -1
  /// Frames rendered. Written by the render thread (relaxed), read by anybody.
  let frameCount = Atomic<Int64>(0)

  /// - Parameter renderer: one whose only output is stereo.
  init(_ renderer: Renderer) {
    precondition(renderer.outputChannelCounts == [2], "an output plays a single stereo output")
    self.renderer = renderer
    reference = .passUnretained(renderer)
    fadeFrameCount = Int32(max(1, renderer.sampleRate.frames(seconds: 0.005)))
    fadeInPosition = 0
  }

  /// Lets the next frame begin a fade from zero. Not while `render` runs.
  func beginFadeIn() { fadeInPosition = 0 }

  /// Lets the next frame begin a fade to zero. Render thread.
  @_noLocks func beginFadeOut() { if fadeOutPosition < 0 { fadeOutPosition = 0 } }

  /// Whether the fade to zero is complete. Render thread.
  var isFadedOut: Bool {
    @_noLocks get { fadeOutPosition >= fadeFrameCount }
  }

  /// Render thread: makes the next frames.
  @_noLocks func render(into samples: UnsafeMutablePointer<Float>, frameCount count: Int) {
    reference._withUnsafeGuaranteedRef {
      $0.render(interleaved: samples, frameCount: count)
    }
    frameCount.add(Int64(count), ordering: .relaxed)
    if fadeInPosition < fadeFrameCount { fadeIn(samples, count) }
    if fadeOutPosition >= 0 { fadeOut(samples, count) }
  }

  @_noLocks private func fadeIn(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
    let step = 1 / Float(fadeFrameCount)
    var position = fadeInPosition, i = 0
    while i < count, position < fadeFrameCount {
      let gain = Float(position) * step
      samples[2 &* i] *= gain
      samples[2 &* i &+ 1] *= gain
      position &+= 1
      i &+= 1
    }
    fadeInPosition = position
  }

  @_noLocks private func fadeOut(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
    let step = 1 / Float(fadeFrameCount)
    var position = fadeOutPosition, i = 0
    while i < count {
      position = position < fadeFrameCount ? position &+ 1 : position
      let gain = Float(fadeFrameCount &- position) * step
      samples[2 &* i] *= gain
      samples[2 &* i &+ 1] *= gain
      i &+= 1
    }
    fadeOutPosition = position
  }
}
