import CPulse
import CRealtime
import MixEngine
import Synchronization

/// One stream on a server, over a connection of its own.
///
/// Its callbacks run on the thread of a threaded main loop, which is the render thread. They only
/// note what happened and wake the control thread, which does all the rest with the loop locked.
/// Nothing is rendered before the control thread says so: a new stream is fed with silence until it
/// is known to be heard, so that no frame is spent on a device that takes none.
final class PulsePlayback: @unchecked Sendable {
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

  enum Phase {
    case connecting
    /// The server is there; the stream is to be opened.
    case connected
    case opening
    case ready
    case failed(OutputProblem)
  }

  private let loop: OpaquePointer
  private let feed: OutputFeed
  private let counters: PulseCounters
  private let wakeUp: @Sendable () -> Void
  private let buffer: PulseBuffer
  private let isPinned: Bool
  let server: String?
  // With the loop locked.
  private var context: OpaquePointer?
  private var stream: OpaquePointer?
  private var openProblem: OutputProblem?
  private var isDrained = false

  // Written by both threads (relaxed): a callback that sees the old one answers once more as before.
  private let mode = Atomic<Mode>(.silent)
  // Written by the callbacks, read by the control thread.
  private let lastRequest = Atomic<Int64>(0)
  private let requests = Atomic<Int>(0)
  private let moves = Atomic<Int>(0)
  private let hasNews = Atomic<Bool>(true)
  // Callbacks only.
  private var liveFrameCount = 0

  /// - Parameters:
  ///   - loop: a threaded main loop, which outlives this object.
  ///   - isPinned: it is opened on one device, and must be heard nowhere else.
  init(
    on loop: OpaquePointer, server: String?, feed: OutputFeed, counters: PulseCounters,
    buffer: PulseBuffer, isPinned: Bool, wakeUp: @escaping @Sendable () -> Void
  ) {
    self.loop = loop
    self.server = server
    self.feed = feed
    self.counters = counters
    self.buffer = buffer
    self.isPinned = isPinned
    self.wakeUp = wakeUp
  }

  deinit { dispose() }

  // MARK: Control thread

  private func locked<T>(_ body: () -> T) -> T {
    pa_threaded_mainloop_lock(loop)
    defer { pa_threaded_mainloop_unlock(loop) }
    return body()
  }

  private var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Begins to connect.
  func connect() throws(OutputProblem) {
    let problem: OutputProblem? = locked {
      let properties = PulseProperties.ofProgram()
      defer { pa_proplist_free(properties) }
      guard
        let new = pa_context_new_with_proplist(
          pa_threaded_mainloop_get_api(loop), "stackdeck", properties)
      else { return .refused(doing: "make a context", reason: "no memory is left") }
      context = new
      pa_context_set_state_callback(new, { _, data in playback(data) { $0.changed() } }, pointer)
      guard pa_context_connect(new, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
        return PulseClient.noServer(server, new)
      }
      return nil
    }
    if let problem { throw problem }
  }

  /// Opens the stream on a connection that is there.
  ///
  /// - Parameter device: the sink's whole name; nil: wherever the server's default is.
  func open(name: String, identity: String, device: String?, rate: SampleRate) {
    locked {
      guard let context else { return }
      var spec = pa_sample_spec(
        format: PA_SAMPLE_FLOAT32LE, rate: UInt32(rate.hertz), channels: 2)
      let properties = PulseProperties.ofStream(name: name, identity: identity)
      defer { pa_proplist_free(properties) }
      guard let new = pa_stream_new_with_proplist(context, name, &spec, nil, properties) else {
        openProblem = .refused(doing: "make a stream", reason: PulseClient.reason(context))
        return
      }
      stream = new
      pa_stream_set_state_callback(new, { _, data in playback(data) { $0.changed() } }, pointer)
      pa_stream_set_write_callback(
        new, { stream, count, data in playback(data) { $0.write(stream!, count) } }, pointer)
      pa_stream_set_underflow_callback(
        new, { _, data in playback(data) { $0.underflow() } }, pointer)
      pa_stream_set_moved_callback(new, { _, data in playback(data) { $0.moved() } }, pointer)
      pa_stream_set_suspended_callback(new, { _, data in playback(data) { $0.changed() } }, pointer)
      pa_stream_set_buffer_attr_callback(
        new, { _, data in playback(data) { $0.bufferChanged() } }, pointer)
      var flags =
        PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
        | PA_STREAM_INTERPOLATE_TIMING.rawValue | PA_STREAM_START_UNMUTED.rawValue
      if isPinned { flags |= PA_STREAM_DONT_MOVE.rawValue }
      var attributes = buffer.attributes
      var volumes = pa_cvolume()
      pa_cvolume_set(&volumes, 2, PulseClient.normalVolume)
      if pa_stream_connect_playback(
        new, device, &attributes, pa_stream_flags_t(rawValue: flags), &volumes, nil) < 0
      {
        openProblem = .refused(doing: "open a stream", reason: PulseClient.reason(context))
      }
    }
  }

  var phase: Phase {
    locked {
      if let openProblem { return .failed(openProblem) }
      guard let context else { return .failed(.lostServer(reason: "closed")) }
      switch pa_context_get_state(context) {
      case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
        return .failed(
          stream == nil
            ? PulseClient.noServer(server, context)
            : .lostServer(reason: PulseClient.reason(context)))
      case PA_CONTEXT_READY: break
      default: return .connecting
      }
      guard let stream else { return .connected }
      switch pa_stream_get_state(stream) {
      case PA_STREAM_READY: return .ready
      case PA_STREAM_FAILED, PA_STREAM_TERMINATED:
        let name = pa_stream_get_device_name(stream).map { String(cString: $0) } ?? ""
        return .failed(.lostDevice(name: name, reason: PulseClient.reason(context)))
      default: return .opening
      }
    }
  }

  /// The server's number for the stream.
  var index: UInt32 { locked { stream.map { pa_stream_get_index($0) } ?? .max } }

  /// What the library believes the device's name to be.
  var deviceName: String {
    locked {
      stream.flatMap { pa_stream_get_device_name($0) }.map { String(cString: $0) } ?? ""
    }
  }

  /// Whether the server said that the device is suspended.
  var isSuspended: Bool { locked { stream.map { pa_stream_is_suspended($0) > 0 } ?? false } }

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
      mode.store(.live, ordering: .relaxed)
    }
  }

  /// Renders no more; requests are answered with silence.
  func hold() {
    mode.store(.silent, ordering: .relaxed)
    counters.latencyMicroseconds.store(-1, ordering: .relaxed)
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

  /// When sound was asked for last, on CLOCK_MONOTONIC.
  var lastRequestNanoseconds: Int64 { lastRequest.load(ordering: .relaxed) }
  /// How often it was.
  var requestCount: Int { requests.load(ordering: .relaxed) }
  /// How often the device or the buffer became another one.
  var moveCount: Int { moves.load(ordering: .relaxed) }
  /// Whether the server has said something since the last call.
  func takeNews() -> Bool { hasNews.exchange(false, ordering: .acquiring) }

  /// Closes stream and connection. No callback runs afterwards.
  func dispose() {
    locked {
      if let stream {
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_write_callback(stream, nil, nil)
        pa_stream_set_underflow_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_set_suspended_callback(stream, nil, nil)
        pa_stream_set_buffer_attr_callback(stream, nil, nil)
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
      }
      stream = nil
      if let context {
        // Without its callback a pending operation would still be answered: they end with this.
        pa_context_set_state_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
      }
      context = nil
    }
  }

  // MARK: Callbacks

  private func write(_ stream: OpaquePointer, _ byteCount: Int) {
    lastRequest.store(crt_monotonic_ns(), ordering: .relaxed)
    requests.add(1, ordering: .relaxed)
    let mode = mode.load(ordering: .relaxed)
    if mode == .live { measureLatency(stream) }
    if mode == .ended { return }
    // Whole quanta only; the rest stays asked for and comes with the next request.
    var frames = PulseBuffer.wholeQuanta(byteCount / PulseBuffer.bytesPerFrame)
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
      var room = wanted * PulseBuffer.bytesPerFrame
      guard pa_stream_begin_write(stream, &data, &room) >= 0, let data else { return }
      let count = min(wanted, PulseBuffer.wholeQuanta(room / PulseBuffer.bytesPerFrame))
      guard count > 0 else {
        pa_stream_cancel_write(stream)
        return
      }
      if mode == .silent {
        data.initializeMemory(
          as: UInt8.self, repeating: 0, count: count * PulseBuffer.bytesPerFrame)
      } else {
        feed.render(into: data.assumingMemoryBound(to: Float.self), frameCount: count)
        liveFrameCount += count
      }
      pa_stream_write(stream, data, count * PulseBuffer.bytesPerFrame, nil, 0, PA_SEEK_RELATIVE)
      frames -= count
      if mode == .ending, feed.isFadedOut {
        self.mode.store(.ended, ordering: .relaxed)
        wakeUp()
        return
      }
    }
  }

  private func measureLatency(_ stream: OpaquePointer) {
    var microseconds: pa_usec_t = 0, isNegative: Int32 = 0
    guard pa_stream_get_latency(stream, &microseconds, &isNegative) >= 0 else { return }
    counters.latencyMicroseconds.store(
      isNegative == 0 ? Int64(microseconds) : 0, ordering: .relaxed)
  }

  private func changed() {
    hasNews.store(true, ordering: .releasing)
    wakeUp()
  }

  private func bufferChanged() {
    moves.add(1, ordering: .relaxed)
    changed()
  }

  private func underflow() {
    // Silence that ran out is nobody's loss, nor is the end.
    if mode.load(ordering: .relaxed) == .live, liveFrameCount > 0 {
      counters.underruns.add(1, ordering: .relaxed)
    }
  }

  private func moved() {
    // What belongs on one device must not be heard on another, not even until the control thread
    // has looked.
    if isPinned { mode.store(.silent, ordering: .relaxed) }
    moves.add(1, ordering: .relaxed)
    changed()
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
