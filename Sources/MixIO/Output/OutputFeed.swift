import MixEngine
import Synchronization

/// Renders for a device: the renderer's frames, or those of a bridge, faded where the device's sound
/// begins and ends.
///
/// The fades are for the device alone: what the renderer made, and what its recorders hold, is not
/// faded. Shape: interleaved stereo.
final class OutputFeed: @unchecked Sendable {
  private enum Source {
    case renderer(Unmanaged<Renderer>)
    case bridge(BridgeReader)
  }

  /// Keeps what it renders from alive.
  private let owner: AnyObject
  private let source: Source
  let sampleRate: SampleRate
  /// A quantum, planar; for a bridge.
  private let planar: UnsafeMutablePointer<Float>
  /// Of the device's clock; jumps where that stood still.
  private var deviceFrame: Int64 = 0
  private let fadeFrameCount: Int32
  // Render thread, or while that is locked out: frames of the fade that have been made.
  private var fadeInPosition: Int32
  private var fadeOutPosition: Int32 = -1
  /// Frames rendered. Written by the render thread (relaxed), read by anybody.
  let frameCount = Atomic<Int64>(0)

  /// - Parameter renderer: one whose only output is stereo.
  init(_ renderer: Renderer) {
    precondition(renderer.outputChannelCounts == [2], "an output plays a single stereo output")
    owner = renderer
    source = .renderer(.passUnretained(renderer))
    sampleRate = renderer.sampleRate
    fadeFrameCount = Int32(max(1, renderer.sampleRate.frames(seconds: 0.005)))
    fadeInPosition = 0
    planar = .allocate(capacity: 2 * Quantum.frameCount)
    planar.initialize(repeating: 0, count: 2 * Quantum.frameCount)
  }

  /// - Parameter bridge: one that nobody else reads.
  init(_ bridge: ClockBridge) {
    owner = bridge
    source = .bridge(bridge.reader)
    sampleRate = bridge.sampleRate
    fadeFrameCount = Int32(max(1, bridge.sampleRate.frames(seconds: 0.005)))
    fadeInPosition = 0
    planar = .allocate(capacity: 2 * Quantum.frameCount)
    planar.initialize(repeating: 0, count: 2 * Quantum.frameCount)
  }

  deinit { planar.deallocate() }

  /// Lets the next frame begin a fade from zero. Not while `render` runs.
  func beginFadeIn() {
    fadeInPosition = 0
    deviceFrame += Int64(sampleRate.hertz)
  }

  /// Lets the next frame begin a fade to zero. Render thread.
  @_noLocks func beginFadeOut() { if fadeOutPosition < 0 { fadeOutPosition = 0 } }

  /// Whether the fade to zero is complete. Render thread.
  var isFadedOut: Bool {
    @_noLocks get { fadeOutPosition >= fadeFrameCount }
  }

  /// Render thread: makes the next frames.
  ///
  /// - Parameter nanoseconds: CLOCK_MONOTONIC when the device asked for them.
  @_noLocks func render(
    into samples: UnsafeMutablePointer<Float>, frameCount count: Int, at nanoseconds: Int64
  ) {
    switch source {
    case .renderer(let reference):
      reference._withUnsafeGuaranteedRef {
        $0.render(interleaved: samples, frameCount: count)
      }
    case .bridge(let reader): read(reader, samples, count, nanoseconds)
    }
    frameCount.add(Int64(count), ordering: .relaxed)
    if fadeInPosition < fadeFrameCount { fadeIn(samples, count) }
    if fadeOutPosition >= 0 { fadeOut(samples, count) }
  }

  @_noLocks private func read(
    _ reader: BridgeReader, _ samples: UnsafeMutablePointer<Float>, _ count: Int,
    _ nanoseconds: Int64
  ) {
    let left = planar, right = planar + Quantum.frameCount
    var done = 0
    while done < count {
      let rest = count &- done
      let piece = rest < Quantum.frameCount ? rest : Quantum.frameCount
      reader.read(into: left, right, frameCount: piece, frame: deviceFrame, at: nanoseconds)
      var i = 0
      while i < piece {
        samples[2 &* (done &+ i)] = left[i]
        samples[2 &* (done &+ i) &+ 1] = right[i]
        i &+= 1
      }
      deviceFrame &+= Int64(piece)
      done &+= piece
    }
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
