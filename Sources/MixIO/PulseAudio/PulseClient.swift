import CPulse
import CRealtime
import MixEngine
import Synchronization

/// A connection to a sound server that plays nothing: it asks, and listens to changes.
///
/// All of it belongs to one thread, whose main loop it is: callbacks run in `turn` and in the
/// functions that wait for an answer. Each of these gives up at a deadline (CLOCK_MONOTONIC in
/// nanoseconds), or when somebody interrupts. Nothing is started on the server's side that is not
/// there (no auto-spawn).
final class PulseClient: @unchecked Sendable {
  /// What has changed on the server.
  struct Changes: OptionSet {
    let rawValue: Int
    /// A sink came or went.
    static let sinks = Changes(rawValue: 1)
    /// A stream that plays, of whomever.
    static let inputs = Changes(rawValue: 2)
    /// The default devices among others.
    static let server = Changes(rawValue: 4)
    /// A source came or went.
    static let sources = Changes(rawValue: 8)
  }

  /// 100 %.
  static var normalVolume: pa_volume_t { 0x10000 }

  private let loop: OpaquePointer
  private let name: String
  private var context: OpaquePointer?
  private var changes: Changes = []
  private let interrupted = Atomic<Bool>(false)

  init(name: String) throws(OutputProblem) {
    guard let loop = pa_mainloop_new() else {
      throw .refused(doing: "make a main loop", reason: "no memory or no file descriptor is left")
    }
    self.loop = loop
    self.name = name
  }

  deinit {
    disconnect()
    pa_mainloop_free(loop)
  }

  static func deadline(milliseconds: Int) -> Int64 {
    crt_monotonic_ns() + Int64(milliseconds) * 1_000_000
  }

  // MARK: Any thread

  /// Ends a wait that is under way.
  func wakeUp() { pa_mainloop_wakeup(loop) }

  /// Ends all waits, now and later.
  func interrupt() {
    interrupted.store(true, ordering: .releasing)
    wakeUp()
  }

  /// Lets waits go on after an interruption, to tidy up. The thread.
  func allowWaits() { interrupted.store(false, ordering: .releasing) }

  var isInterrupted: Bool { interrupted.load(ordering: .acquiring) }

  // MARK: Turning

  /// Waits for something to happen, until the deadline at most, and lets callbacks run.
  func turn(until deadline: Int64) {
    let microseconds = max(0, min((deadline - crt_monotonic_ns()) / 1000, 1_000_000))
    guard pa_mainloop_prepare(loop, Int32(microseconds)) >= 0, pa_mainloop_poll(loop) >= 0 else {
      return
    }
    pa_mainloop_dispatch(loop)
  }

  /// What has changed since the last call.
  func takeChanges() -> Changes {
    let all = changes
    changes = []
    return all
  }

  // MARK: Connection

  var isConnected: Bool {
    context.map { pa_context_get_state($0) == PA_CONTEXT_READY } ?? false
  }

  /// Connects unless it is connected, and subscribes to changes.
  func connect(to server: String?, before deadline: Int64) throws(OutputProblem) {
    if isConnected { return }
    disconnect()
    let properties = PulseProperties.ofProgram()
    defer { pa_proplist_free(properties) }
    guard let new = pa_context_new_with_proplist(pa_mainloop_get_api(loop), name, properties) else {
      throw .refused(doing: "make a context", reason: "no memory is left")
    }
    context = new
    guard pa_context_connect(new, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
      throw PulseClient.noServer(server, new)
    }
    while true {
      switch pa_context_get_state(new) {
      case PA_CONTEXT_READY:
        return subscribe(new)
      case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
        throw PulseClient.noServer(server, new)
      default:
        guard crt_monotonic_ns() < deadline, !isInterrupted else {
          disconnect()
          throw .timedOut(doing: "connect")
        }
        turn(until: deadline)
      }
    }
  }

  func disconnect() {
    guard let context else { return }
    pa_context_set_subscribe_callback(context, nil, nil)
    pa_context_disconnect(context)
    pa_context_unref(context)
    self.context = nil
  }

  private func subscribe(_ context: OpaquePointer) {
    changes = []
    pa_context_set_subscribe_callback(
      context,
      { _, event, _, data in
        Unmanaged<PulseClient>.fromOpaque(data!)._withUnsafeGuaranteedRef { $0.note(event) }
      }, Unmanaged.passUnretained(self).toOpaque())
    let mask = pa_subscription_mask_t(
      rawValue: PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue
        | PA_SUBSCRIPTION_MASK_SERVER.rawValue | PA_SUBSCRIPTION_MASK_SOURCE.rawValue)
    if let operation = pa_context_subscribe(context, mask, nil, nil) {
      pa_operation_unref(operation)
    }
  }

  private func note(_ event: pa_subscription_event_type_t) {
    switch event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue {
    case PA_SUBSCRIPTION_EVENT_SINK.rawValue:
      // Sinks also change when a stream begins: that is no news.
      let type = event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
      if type != PA_SUBSCRIPTION_EVENT_CHANGE.rawValue { changes.insert(.sinks) }
    case PA_SUBSCRIPTION_EVENT_SOURCE.rawValue:
      let type = event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
      if type != PA_SUBSCRIPTION_EVENT_CHANGE.rawValue { changes.insert(.sources) }
    case PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue: changes.insert(.inputs)
    case PA_SUBSCRIPTION_EVENT_SERVER.rawValue: changes.insert(.server)
    default: break
    }
  }

  // MARK: Questions

  /// The library's words for what went wrong last.
  var lastReason: String { context.map(PulseClient.reason) ?? "not connected" }

  func sinks(before deadline: Int64) throws(OutputProblem) -> [PulseDevice] {
    let answer = Answer()
    try wait(before: deadline, for: "list sinks") { context in
      pa_context_get_sink_info_list(
        context,
        { _, info, _, data in
          guard let info else { return }
          Answer.of(data) { $0.devices.append(PulseDevice(info.pointee)) }
        }, answer.pointer)
    }
    let defaultName = try about(before: deadline).sink
    for i in answer.devices.indices {
      answer.devices[i].isDefault = answer.devices[i].name == defaultName
    }
    return answer.devices
  }

  func sources(before deadline: Int64) throws(OutputProblem) -> [PulseDevice] {
    let answer = Answer()
    try wait(before: deadline, for: "list sources") { context in
      pa_context_get_source_info_list(
        context,
        { _, info, _, data in
          guard let info else { return }
          Answer.of(data) { $0.devices.append(PulseDevice(info.pointee)) }
        }, answer.pointer)
    }
    let defaultName = try about(before: deadline).source
    for i in answer.devices.indices {
      answer.devices[i].isDefault = answer.devices[i].name == defaultName
    }
    return answer.devices
  }

  /// What a server says of itself.
  struct Server {
    /// Names of the default devices.
    var sink = "", source = ""
    /// Whether it is PipeWire's.
    var isPipeWire = false
  }

  func about(before deadline: Int64) throws(OutputProblem) -> Server {
    let answer = Answer()
    try wait(before: deadline, for: "ask for the default devices") { context in
      pa_context_get_server_info(
        context,
        { _, info, data in
          guard let info else { return }
          Answer.of(data) {
            $0.server.sink = info.pointee.default_sink_name.map { String(cString: $0) } ?? ""
            $0.server.source = info.pointee.default_source_name.map { String(cString: $0) } ?? ""
            let name = info.pointee.server_name.map { String(cString: $0) } ?? ""
            $0.server.isPipeWire = name.contains("PipeWire")
          }
        }, answer.pointer)
    }
    return answer.server
  }

  /// A stream that plays; nil when there is none of this number.
  func input(_ index: UInt32, before deadline: Int64) throws(OutputProblem) -> PulseSinkInput? {
    let answer = Answer()
    try wait(before: deadline, for: "ask for the stream") { context in
      pa_context_get_sink_input_info(
        context, index,
        { _, info, _, data in
          guard let info else { return }
          Answer.of(data) { $0.input = PulseSinkInput(info.pointee) }
        }, answer.pointer)
    }
    return answer.input
  }

  /// Sets how loud the server plays a stream.
  func set(
    _ volume: pa_volume_t, isMuted: Bool, of index: UInt32, channelCount: Int = 2,
    before deadline: Int64
  ) throws(OutputProblem) {
    try wait(before: deadline, for: "set the volume") { context in
      var volumes = pa_cvolume()
      pa_cvolume_set(&volumes, UInt32(channelCount), volume)
      return pa_context_set_sink_input_volume(context, index, &volumes, nil, nil)
    }
    try wait(before: deadline, for: "unmute") { context in
      pa_context_set_sink_input_mute(context, index, isMuted ? 1 : 0, nil, nil)
    }
  }

  /// Looks again and again for what was just made, half a second at most.
  func find<T>(
    before deadline: Int64, _ look: () throws(OutputProblem) -> T?
  ) throws(OutputProblem) -> T? {
    let end = min(deadline, PulseClient.deadline(milliseconds: 500))
    while true {
      if let found = try look() { return found }
      let now = crt_monotonic_ns()
      guard now < end, !isInterrupted else { return nil }
      turn(until: min(end, now + 10_000_000))
    }
  }

  /// Sends a question and waits until it is answered.
  func wait(
    before deadline: Int64, for doing: String, _ ask: (OpaquePointer) -> OpaquePointer?
  ) throws(OutputProblem) {
    guard let context, let operation = ask(context) else {
      throw .lostServer(reason: context.map(PulseClient.reason) ?? "not connected")
    }
    defer { pa_operation_unref(operation) }
    while pa_operation_get_state(operation) == PA_OPERATION_RUNNING {
      guard crt_monotonic_ns() < deadline, !isInterrupted else {
        pa_operation_cancel(operation)
        throw .timedOut(doing: doing)
      }
      turn(until: deadline)
    }
    if pa_operation_get_state(operation) == PA_OPERATION_CANCELLED {
      throw .lostServer(reason: PulseClient.reason(context))
    }
  }

  /// Where callbacks put what they are told; it outlives the operation.
  private final class Answer {
    var devices: [PulseDevice] = []
    var server = Server()
    var input: PulseSinkInput?

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func of(_ data: UnsafeMutableRawPointer?, _ body: (Answer) -> Void) {
      Unmanaged<Answer>.fromOpaque(data!)._withUnsafeGuaranteedRef(body)
    }
  }
}
