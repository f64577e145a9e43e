import CPulse
import CRealtime
import MixEngine
import Synchronization

/// A stream that plays.
///
/// Its callbacks run on the thread of a threaded main loop, which is the render thread. Nothing is
/// rendered before the control thread says so: a new stream is fed with silence until it is known to
/// be heard, so that no frame is spent on a device that takes none.
final class PulsePlayback: PulseStream, @unchecked Sendable {
  enum Mode: UInt8, AtomicRepresentable {
    /// Requests are answered with silence.
    case silent
    /// Requests are answered with what is rendered.
    case live
    /// As live, while sound fades to zero; then as ended.
    case ending
    /// Requests are not answered.
    case ended
  }

  private let feed: OutputFeed
  /// `feed`, which this keeps alive, for callbacks.
  private let feedReference: Unmanaged<OutputFeed>
  private let counters: PulseCounters
  private let buffer: PulseBuffer
  private let channels: PulseChannels
  private let placement: PulseChannels.Placement
  private let isPinned: Bool
  private let isPipeWire: Bool
  /// A quantum of ours, where the stream has other channels than we have.
  private let scratch: UnsafeMutablePointer<Float>
  // With the loop locked.
  private var isDrained = false

  // Written by both threads (relaxed): a callback that sees the old one answers once more as before.
  private let mode = Atomic<Mode>(.silent)
  // Written by the callbacks, read by the control thread.
  private let requests = Atomic<Int>(0)
  // Callbacks, or with the loop locked.
  private var liveFrameCount = 0
  private var heard: HeardClock

  /// - Parameters:
  ///   - loop: a threaded main loop, which outlives this object.
  ///   - isPinned: it is opened on one device, and must be heard nowhere else.
  init(
    on loop: OpaquePointer, server: String?, feed: OutputFeed, counters: PulseCounters,
    buffer: PulseBuffer, channels: PulseChannels, rate: SampleRate, isPinned: Bool,
    isPipeWire: Bool, wakeUp: @escaping @Sendable () -> Void
  ) {
    self.feed = feed
    feedReference = .passUnretained(feed)
    self.counters = counters
    self.buffer = buffer
    self.channels = channels
    placement = channels.placement
    self.isPinned = isPinned
    self.isPipeWire = isPipeWire
    heard = HeardClock(sampleRate: rate, isPipeWire: isPipeWire)
    scratch = .allocate(capacity: 2 * Quantum.frameCount)
    scratch.initialize(repeating: 0, count: 2 * Quantum.frameCount)
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
  /// - Parameter device: the sink's whole name; nil: wherever the server's default is.
  func open(name: String, identity: String, device: String?, rate: SampleRate) {
    open(name: name, identity: identity, channels: channels, rate: rate.hertz) { new in
      pa_stream_set_write_callback(
        new, { stream, count, data in playback(data) { $0.write(stream!, count) } }, pointer)
      pa_stream_set_underflow_callback(
        new, { _, data in playback(data) { $0.underflow() } }, pointer)
      var flags =
        PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
        | PA_STREAM_INTERPOLATE_TIMING.rawValue | PA_STREAM_START_UNMUTED.rawValue
      if isPinned { flags |= PA_STREAM_DONT_MOVE.rawValue }
      var attributes = buffer.attributes
      var volumes = pa_cvolume()
      pa_cvolume_set(&volumes, UInt32(channels.count), PulseClient.normalVolume)
      return pa_stream_connect_playback(
        new, device, &attributes, pa_stream_flags_t(rawValue: flags), &volumes, nil)
    }
  }

  /// What the server granted: the stream's own buffer and the device's behind it.
  var grantedLatency: Duration {
    locked {
      guard let stream, let attributes = pa_stream_get_buffer_attr(stream),
        let spec = pa_stream_get_sample_spec(stream)
      else { return .zero }
      let own = Int64(pa_bytes_to_usec(UInt64(attributes.pointee.tlength), spec))
      let device = pa_stream_get_timing_info(stream).map { Int64($0.pointee.configured_sink_usec) }
      return .microseconds(own + (device ?? 0))
    }
  }

  /// Lets what is rendered be heard from the next request on, faded in.
  ///
  /// - Parameter flushing: what the server still holds is old and is to be dropped.
  func goLive(flushing: Bool) {
    locked {
      guard let stream else { return }
      if flushing, let operation = pa_stream_flush(stream, nil, nil) {
        pa_operation_unref(operation)
      }
      feed.beginFadeIn()
      liveFrameCount = 0
      forgetHeard()
      mode.store(.live, ordering: .relaxed)
    }
  }

  /// Renders no more; requests are answered with silence.
  func hold() {
    mode.store(.silent, ordering: .relaxed)
    counters.latencyMicroseconds.store(-1, ordering: .relaxed)
    locked { forgetHeard() }
  }

  /// Fades out and renders no more.
  func end() { mode.store(.ending, ordering: .relaxed) }

  var isSilent: Bool { mode.load(ordering: .relaxed) == .silent }
  var isEnded: Bool { mode.load(ordering: .relaxed) == .ended }

  /// Asks the server to say when all has been heard.
  func drain() {
    locked {
      guard let stream else { return }
      let operation = pa_stream_drain(
        stream, { _, _, data in playback(data) { $0.drained() } }, pointer)
      if let operation { pa_operation_unref(operation) }
    }
  }

  var hasDrained: Bool { locked { isDrained } }

  /// Asks the server where it is, which tells the length of its cycles; where that matters.
  func askForTiming() {
    guard isPipeWire else { return }
    locked {
      if let stream, let operation = pa_stream_update_timing_info(stream, nil, nil) {
        pa_operation_unref(operation)
      }
    }
  }

  /// How often sound was asked for.
  var requestCount: Int { requests.load(ordering: .relaxed) }

  // MARK: Callbacks

  private func write(_ stream: OpaquePointer, _ byteCount: Int) {
    let now = crt_monotonic_ns()
    lastActivity.store(now, ordering: .relaxed)
    requests.add(1, ordering: .relaxed)
    let mode = mode.load(ordering: .relaxed)
    if mode == .live {
      measureLatency(stream)
      measureHeard(stream, byteCount, at: now)
    }
    if mode == .ended { return }
    // Whole quanta only; the rest stays asked for and comes with the next request.
    var frames = PulseBuffer.wholeQuanta(byteCount / buffer.bytesPerFrame)
    if mode == .silent {
      // Enough to keep the stream going; the less there is, the sooner sound can follow.
      frames = min(frames, buffer.beforeStart)
      wakeUp()
    }
    if mode == .ending { feed.beginFadeOut() }
    while frames > 0 {
      var data: UnsafeMutableRawPointer?
      // At the end no more is rendered than the fade takes.
      let wanted = mode == .ending ? Quantum.frameCount : frames
      var room = wanted * buffer.bytesPerFrame
      guard pa_stream_begin_write(stream, &data, &room) >= 0, let data else { return }
      let count = min(wanted, PulseBuffer.wholeQuanta(room / buffer.bytesPerFrame))
      guard count > 0 else {
        pa_stream_cancel_write(stream)
        return
      }
      if mode == .silent {
        data.initializeMemory(as: UInt8.self, repeating: 0, count: count * buffer.bytesPerFrame)
      } else {
        render(into: data.assumingMemoryBound(to: Float.self), count, at: now)
        liveFrameCount += count
      }
      pa_stream_write(stream, data, count * buffer.bytesPerFrame, nil, 0, PA_SEEK_RELATIVE)
      frames -= count
      if mode == .ending, feed.isFadedOut {
        self.mode.store(.ended, ordering: .relaxed)
        wakeUp()
        return
      }
    }
  }

  /// - Parameter count: whole quanta.
  @_noLocks private func render(
    into samples: UnsafeMutablePointer<Float>, _ count: Int, at now: Int64
  ) {
    let placement = placement, reference = feedReference, scratch = scratch
    if placement.isPlainStereo {
      reference._withUnsafeGuaranteedRef {
        $0.render(into: samples, frameCount: count, at: now)
      }
      return
    }
    var done = 0
    while done < count {
      reference._withUnsafeGuaranteedRef {
        $0.render(into: scratch, frameCount: Quantum.frameCount, at: now)
      }
      placement.put(scratch, into: samples + done &* placement.count)
      done &+= Quantum.frameCount
    }
  }

  private func measureLatency(_ stream: OpaquePointer) {
    var microseconds: pa_usec_t = 0, isNegative: Int32 = 0
    guard pa_stream_get_latency(stream, &microseconds, &isNegative) >= 0 else { return }
    counters.latencyMicroseconds.store(
      isNegative == 0 ? Int64(microseconds) : 0, ordering: .relaxed)
  }

  private func measureHeard(_ stream: OpaquePointer, _ byteCount: Int, at now: Int64) {
    guard let attributes = pa_stream_get_buffer_attr(stream) else { return }
    if let timing = pa_stream_get_timing_info(stream), timing.pointee.read_index_corrupt == 0 {
      heard.note(readFrame: timing.pointee.read_index / Int64(buffer.bytesPerFrame))
    }
    let unplayed = Int(attributes.pointee.tlength) - byteCount
    let frame =
      feed.frameCount.load(ordering: .relaxed) - Int64(unplayed / buffer.bytesPerFrame)
    if heard.note(frame: frame, at: now) {
      counters.heardFrame.store(heard.value.bitPattern, ordering: .relaxed)
    }
  }

  private func forgetHeard() {
    heard.reset()
    counters.forgetHeard()
  }

  private func underflow() {
    // Silence that ran out is nobody's loss, nor is the end.
    if mode.load(ordering: .relaxed) == .live, liveFrameCount > 0 {
      counters.underruns.add(1, ordering: .relaxed)
      forgetHeard()
    }
  }

  override func moved() {
    // What belongs on one device must not be heard on another, not even until the control thread
    // has looked.
    if isPinned { mode.store(.silent, ordering: .relaxed) }
    forgetHeard()
    super.moved()
  }

  private func drained() {
    isDrained = true
    wakeUp()
  }
}

/// The object behind a callback's pointer; whoever set the callback keeps it alive.
private func playback(_ data: UnsafeMutableRawPointer?, _ body: (PulsePlayback) -> Void) {
  Unmanaged<PulsePlayback>.fromOpaque(data!)._withUnsafeGuaranteedRef(body)
}
