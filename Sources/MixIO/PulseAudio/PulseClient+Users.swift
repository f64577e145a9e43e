import CPulse
import Glibc

extension PulseClient {
  /// Other processes of this program that play into a sink or hear what it plays.
  func users(of sink: PulseDevice, before deadline: Int64) throws(OutputProblem) -> [Int32] {
    let users = Users(sink: sink.index, monitor: sink.monitorIndex)
    try wait(before: deadline, for: "list streams") { context in
      pa_context_get_sink_input_info_list(
        context,
        { _, info, _, data in
          guard let info else { return }
          let found = Users.of(data)
          if info.pointee.sink == found.sink { found.note(info.pointee.proplist) }
        }, users.pointer)
    }
    try wait(before: deadline, for: "list streams") { context in
      pa_context_get_source_output_info_list(
        context,
        { _, info, _, data in
          guard let info else { return }
          let found = Users.of(data)
          if info.pointee.source == found.monitor { found.note(info.pointee.proplist) }
        }, users.pointer)
    }
    return users.processes
  }

  /// What is looked for and found; it outlives the operation.
  private final class Users {
    let sink: UInt32
    let monitor: UInt32?
    var processes: [Int32] = []

    init(sink: UInt32, monitor: UInt32?) {
      self.sink = sink
      self.monitor = monitor
    }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func of(_ data: UnsafeMutableRawPointer?) -> Users {
      Unmanaged<Users>.fromOpaque(data!).takeUnretainedValue()
    }

    func note(_ properties: OpaquePointer?) {
      guard let properties, let id = pa_proplist_gets(properties, PA_PROP_APPLICATION_ID),
        String(cString: id) == PulseProperties.programID,
        let text = pa_proplist_gets(properties, PA_PROP_APPLICATION_PROCESS_ID),
        let process = Int32(String(cString: text)), process != getpid()
      else { return }
      processes.append(process)
    }
  }
}
