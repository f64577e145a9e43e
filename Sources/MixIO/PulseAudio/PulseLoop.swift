import CPulse
import CRealtime

/// The library's main loop with a thread of its own, on which a stream's callbacks run.
final class PulseLoop: @unchecked Sendable {
  let pointer: OpaquePointer
  // Control thread.
  private var isRunning = false

  init() throws(OutputProblem) {
    guard let new = pa_threaded_mainloop_new() else {
      throw .refused(doing: "make a main loop", reason: "no memory or no file descriptor is left")
    }
    pointer = new
  }

  deinit {
    stop()
    pa_threaded_mainloop_free(pointer)
  }

  /// Starts the thread. False when the system has none left.
  ///
  /// - Parameters:
  ///   - name: as tools show it, at most 15 characters.
  ///   - realtime: where the thread notes what came of asking for real time; nil: it does not ask.
  ///     It outlives the loop.
  func start(name: String, realtime: PulseCounters?) -> Bool {
    pa_threaded_mainloop_set_name(pointer, name)
    if let realtime {
      // The loop runs it on its own thread before anything else.
      pa_mainloop_api_once(
        pa_threaded_mainloop_get_api(pointer),
        { _, data in
          Unmanaged<PulseCounters>.fromOpaque(data!)._withUnsafeGuaranteedRef {
            $0.schedulingError.store(crt_ask_realtime(10), ordering: .relaxed)
          }
        }, Unmanaged.passUnretained(realtime).toOpaque())
    }
    isRunning = pa_threaded_mainloop_start(pointer) == 0
    return isRunning
  }

  /// Ends the thread. A second call does nothing.
  func stop() {
    guard isRunning else { return }
    isRunning = false
    pa_threaded_mainloop_stop(pointer)
  }
}
