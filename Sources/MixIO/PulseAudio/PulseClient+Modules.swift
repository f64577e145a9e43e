import CPulse

extension PulseClient {
  /// A module that a server has loaded.
  struct Module {
    var index: UInt32
    var argument: String
  }

  func modules(before deadline: Int64) throws(OutputProblem) -> [Module] {
    let box = Box<[Module]>([])
    try wait(before: deadline, for: "list modules") { context in
      pa_context_get_module_info_list(
        context,
        { _, info, _, data in
          guard let info else { return }
          Box<[Module]>.of(data) {
            $0.value.append(
              Module(
                index: info.pointee.index,
                argument: info.pointee.argument.map { String(cString: $0) } ?? ""))
          }
        }, box.pointer)
    }
    return box.value
  }

  /// Loads a module. Returns its index.
  func load(
    _ module: String, _ argument: String, before deadline: Int64
  ) throws(OutputProblem) -> UInt32 {
    let box = Box<UInt32>(.max)
    try wait(before: deadline, for: "load \(module)") { context in
      pa_context_load_module(
        context, module, argument,
        { _, index, data in Box<UInt32>.of(data) { $0.value = index } }, box.pointer)
    }
    if box.value == .max { throw .refused(doing: "load \(module)", reason: lastReason) }
    return box.value
  }

  func unload(_ index: UInt32, before deadline: Int64) throws(OutputProblem) {
    try wait(before: deadline, for: "unload a module") { context in
      pa_context_unload_module(context, index, nil, nil)
    }
  }

  /// Sets how loud the server takes a stream that captures.
  func setCapture(
    _ volume: pa_volume_t, of index: UInt32, channelCount: Int, before deadline: Int64
  ) throws(OutputProblem) {
    try wait(before: deadline, for: "set the volume") { context in
      var volumes = pa_cvolume()
      pa_cvolume_set(&volumes, UInt32(channelCount), volume)
      return pa_context_set_source_output_volume(context, index, &volumes, nil, nil)
    }
    try wait(before: deadline, for: "unmute") { context in
      pa_context_set_source_output_mute(context, index, 0, nil, nil)
    }
  }

  /// Where a callback puts its answer; it outlives the operation.
  private final class Box<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func of(_ data: UnsafeMutableRawPointer?, _ body: (Box) -> Void) {
      Unmanaged<Box>.fromOpaque(data!)._withUnsafeGuaranteedRef(body)
    }
  }
}
