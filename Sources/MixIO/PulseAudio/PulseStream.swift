import CPulse
import CRealtime
import MixEngine
import Synchronization

/// A stream on a server, over a connection of its own; of which direction says the subclass.
///
/// A connection carries one stream: a server of PipeWire up to 0.3.65 starves a capture that shares
/// its connection with a playback. Callbacks run on the thread of a threaded main loop; they only note
/// what happened and wake the control thread, which does all the rest with the loop locked.
class PulseStream: @unchecked Sendable {
  enum Phase {
    case connecting
    /// The server is there; the stream is to be opened.
    case connected
    case opening
    case ready
    case failed(OutputProblem)
  }

  private let loop: OpaquePointer
  let wakeUp: @Sendable () -> Void
  let server: String?
  // With the loop locked.
  private var context: OpaquePointer?
  private(set) var stream: OpaquePointer?
  private var openProblem: OutputProblem?

  // Written by the callbacks, read by the control thread.
  let moves = Atomic<Int>(0)
  let lastActivity = Atomic<Int64>(0)
  private let hasNews = Atomic<Bool>(true)

  /// - Parameter loop: a threaded main loop, which outlives this object.
  init(on loop: OpaquePointer, server: String?, wakeUp: @escaping @Sendable () -> Void) {
    self.loop = loop
    self.server = server
    self.wakeUp = wakeUp
  }

  deinit { dispose() }

  // MARK: Control thread

  func locked<T>(_ body: () -> T) -> T {
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
      pa_context_set_state_callback(new, { _, data in owner(data) { $0.changed() } }, pointer)
      guard pa_context_connect(new, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
        return PulseClient.noServer(server, new)
      }
      return nil
    }
    if let problem { throw problem }
  }

  /// Makes the stream on a connection that is there.
  ///
  /// - Parameters:
  ///   - rate: Hz.
  ///   - connecting: sets its callbacks and connects the stream; negative when that was refused.
  ///     With the loop locked.
  func open(
    name: String, identity: String, channels: PulseChannels, rate: Int,
    connecting: (OpaquePointer) -> Int32
  ) {
    locked {
      guard let context else { return }
      var spec = pa_sample_spec(
        format: PA_SAMPLE_FLOAT32LE, rate: UInt32(rate), channels: UInt8(channels.count))
      let properties = PulseProperties.ofStream(name: name, identity: identity)
      defer { pa_proplist_free(properties) }
      let new = channels.withMap {
        pa_stream_new_with_proplist(context, name, &spec, $0, properties)
      }
      guard let new else {
        openProblem = .refused(doing: "make a stream", reason: PulseClient.reason(context))
        return
      }
      stream = new
      pa_stream_set_state_callback(new, { _, data in owner(data) { $0.changed() } }, pointer)
      pa_stream_set_moved_callback(new, { _, data in owner(data) { $0.moved() } }, pointer)
      pa_stream_set_suspended_callback(new, { _, data in owner(data) { $0.changed() } }, pointer)
      pa_stream_set_buffer_attr_callback(
        new, { _, data in owner(data) { $0.bufferChanged() } }, pointer)
      if connecting(new) < 0 {
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

  /// When sound was asked for, or came, last; on CLOCK_MONOTONIC.
  var lastActivityNanoseconds: Int64 { lastActivity.load(ordering: .relaxed) }
  /// How often the device or the buffer became another one.
  var moveCount: Int { moves.load(ordering: .relaxed) }
  /// Whether the server has said something since the last call.
  func takeNews() -> Bool { hasNews.exchange(false, ordering: .acquiring) }

  /// Closes stream and connection. No callback runs afterwards.
  func dispose() {
    locked {
      if let stream {
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_set_suspended_callback(stream, nil, nil)
        pa_stream_set_buffer_attr_callback(stream, nil, nil)
        pa_stream_set_write_callback(stream, nil, nil)
        pa_stream_set_read_callback(stream, nil, nil)
        pa_stream_set_underflow_callback(stream, nil, nil)
        pa_stream_set_overflow_callback(stream, nil, nil)
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

  func changed() {
    hasNews.store(true, ordering: .releasing)
    wakeUp()
  }

  /// The stream is on another device now.
  func moved() {
    moves.add(1, ordering: .relaxed)
    changed()
  }

  private func bufferChanged() {
    moves.add(1, ordering: .relaxed)
    changed()
  }
}

/// The object behind a callback's pointer; whoever set the callback keeps it alive.
private func owner(_ data: UnsafeMutableRawPointer?, _ body: (PulseStream) -> Void) {
  Unmanaged<PulseStream>.fromOpaque(data!)._withUnsafeGuaranteedRef(body)
}
