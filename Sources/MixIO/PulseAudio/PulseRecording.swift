import CPulse
import CRealtime
import MixEngine
import Synchronization

/// A stream that captures, into a bridge.
///
/// Its callbacks run on the thread of a threaded main loop. What comes before `goLive` is dropped. The
/// bridge is written in callbacks or with the loop locked, so by one thread at a time.
final class PulseRecording: PulseStream, @unchecked Sendable {
  /// A gap, or a piece, longer than this is a stall: what comes late is not wanted any more.
  private static let stallNanoseconds: Int64 = 200_000_000
  /// How long after a stall late frames are still expected.
  private static let catchUpNanoseconds: Int64 = 50_000_000
  /// Frames that are picked from other channels at a time.
  private let pieceFrameCount = 256

  private let writer: BridgeWriter
  private let bridge: ClockBridge
  private let channels: PulseChannels
  private let placement: PulseChannels.Placement
  private let rate: Int
  private let fragmentFrameCount: Int
  private let bytesPerFrame: Int
  private let scratch: UnsafeMutablePointer<Float>
  private let stallFrameCount: Int

  // Callbacks, or with the loop locked.
  private var isLive = false
  private var skipEnd: Int64 = 0
  // Written by the callbacks, read by the control thread.
  private let reads = Atomic<Int>(0)

  /// - Parameters:
  ///   - loop: a threaded main loop, which outlives this object.
  ///   - rate: the stream's, in Hz.
  init(
    on loop: OpaquePointer, server: String?, bridge: ClockBridge, channels: PulseChannels,
    rate: Int, latencyMilliseconds: Int, wakeUp: @escaping @Sendable () -> Void
  ) {
    self.bridge = bridge
    writer = bridge.writer
    self.channels = channels
    placement = channels.placement
    self.rate = rate
    fragmentFrameCount = max(rate * latencyMilliseconds / 1000, 16)
    bytesPerFrame = 4 * channels.count
    stallFrameCount = rate / 5
    scratch = .allocate(capacity: 2 * pieceFrameCount)
    scratch.initialize(repeating: 0, count: 2 * pieceFrameCount)
    super.init(on: loop, server: server, wakeUp: wakeUp)
  }

  deinit {
    dispose()
    scratch.deallocate()
  }

  // MARK: Control thread

  private var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Opens the stream on a connection that is there.
  ///
  /// - Parameter source: its whole name: a stream without one is given whatever the server likes.
  func open(name: String, identity: String, source: String) {
    open(name: name, identity: identity, channels: channels, rate: rate) { new in
      pa_stream_set_read_callback(
        new, { stream, count, data in recording(data) { $0.read(stream!, count) } }, pointer)
      let flags =
        PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
        | PA_STREAM_INTERPOLATE_TIMING.rawValue | PA_STREAM_DONT_MOVE.rawValue
        | PA_STREAM_START_UNMUTED.rawValue
      var attributes = pa_buffer_attr(
        maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
        fragsize: UInt32(fragmentFrameCount * bytesPerFrame))
      return pa_stream_connect_record(
        new, source, &attributes, pa_stream_flags_t(rawValue: flags))
    }
  }

  /// The pieces that the server granted, in frames.
  var grantedFragment: Int {
    locked {
      guard let stream, let attributes = pa_stream_get_buffer_attr(stream) else {
        return fragmentFrameCount
      }
      let bytes = Int(attributes.pointee.fragsize)
      return bytes > 0 && bytes < Int(Int32.max) ? bytes / bytesPerFrame : fragmentFrameCount
    }
  }

  /// Lets what comes from now on into the bridge.
  func goLive(targetFrameCount: Int) {
    locked {
      lastActivity.store(crt_monotonic_ns(), ordering: .relaxed)
      skipEnd = 0
      bridge.begin(targetFrameCount: targetFrameCount)
      isLive = true
    }
  }

  /// Lets the bridge's reader fade to silence.
  func hold() {
    locked {
      if isLive { bridge.end() }
      isLive = false
    }
  }

  /// How often frames came.
  var readCount: Int { reads.load(ordering: .relaxed) }

  // MARK: Callbacks

  private func read(_ stream: OpaquePointer, _ byteCount: Int) {
    let now = crt_monotonic_ns()
    let gap = now &- lastActivity.exchange(now, ordering: .relaxed)
    if gap > Self.stallNanoseconds || byteCount / bytesPerFrame > stallFrameCount {
      skipEnd = now &+ Self.catchUpNanoseconds
    }
    while true {
      var data: UnsafeRawPointer?, length = 0
      guard pa_stream_peek(stream, &data, &length) >= 0, length > 0 else { break }
      take(data?.assumingMemoryBound(to: Float.self), length / bytesPerFrame, now)
      pa_stream_drop(stream)
    }
    if reads.add(1, ordering: .relaxed).oldValue == 0 { wakeUp() }
  }

  @_noLocks private func take(_ samples: UnsafePointer<Float>?, _ count: Int, _ now: Int64) {
    guard isLive else { return }
    if skipEnd != 0 {
      if now < skipEnd { return }
      skipEnd = 0
      writer.begin(targetFrameCount: 0)
    }
    guard let samples else {
      writer.writeSilence(frameCount: count, at: now)
      return
    }
    if placement.isPlainStereo {
      writer.write(samples, frameCount: count, at: now)
      return
    }
    let placement = placement
    var done = 0
    while done < count {
      let rest = count &- done
      let piece = rest < pieceFrameCount ? rest : pieceFrameCount
      placement.pick(samples + done &* placement.count, into: scratch, frameCount: piece)
      writer.write(scratch, frameCount: piece, at: now)
      done &+= piece
    }
  }
}

/// The object behind a callback's pointer; whoever set the callback keeps it alive.
private func recording(_ data: UnsafeMutableRawPointer?, _ body: (PulseRecording) -> Void) {
  Unmanaged<PulseRecording>.fromOpaque(data!)._withUnsafeGuaranteedRef(body)
}
