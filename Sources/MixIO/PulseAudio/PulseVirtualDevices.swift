import Glibc
import MixEngine

/// Makes a virtual device on a server and removes it again.
///
/// Such devices outlive whoever made them, so each says whose it is: one whose owner has died is
/// taken over as it is, since programs may still be playing into it. Servers don't refuse a second
/// one of the same name, so it is looked for first. Control thread.
final class PulseVirtualDevices {
  private let device: PulseVirtualDevice
  private var isOurs = false

  init(_ device: PulseVirtualDevice) { self.device = device }

  /// Makes the device unless it is there. Returns the sink.
  ///
  /// - Throws: `refused` when another program has a device of that name, or the server wants none.
  func make(_ client: PulseClient, before deadline: Int64) throws(OutputProblem) -> PulseDevice {
    var sink = try find(device.sinkName, in: client.sinks(before: deadline))
    let isNew = sink == nil
    if let left = sink, left.owner != getpid() {
      // Who took it over before us could not put their name on it.
      let users = try client.users(of: left, before: deadline).filter(Self.isAlive)
      if let user = users.first { throw taken(by: user) }
    }
    if sink == nil {
      sink = try load(
        "module-null-sink",
        "sink_name=\(device.sinkName) norewinds=1 format=float32le rate=48000 channels=2 "
          + "sink_properties='\(properties(device.sinkDescription))'",
        client, before: deadline
      ) { client, deadline throws(OutputProblem) in try client.sinks(before: deadline) }
    }
    guard let sink else {
      throw .refused(doing: doing, reason: "the server loaded it, but it is not there")
    }
    isOurs = true
    if device.kind == .source { try makeSource(isSinkNew: isNew, client, before: deadline) }
    return sink
  }

  private func makeSource(
    isSinkNew: Bool, _ client: PulseClient, before deadline: Int64
  ) throws(OutputProblem) {
    var source = try find(device.name, in: client.sources(before: deadline))
    if let orphan = source, isSinkNew {
      // Its sink has gone without it, as on PipeWire.
      if let module = orphan.ownerModule { try client.unload(module, before: deadline) }
      source = nil
    }
    if source != nil { return }
    source = try load(
      "module-remap-source",
      "source_name=\(device.name) master=\(device.monitorName) channels=2 "
        + "source_properties='\(properties(device.description))'",
      client, before: deadline
    ) { client, deadline throws(OutputProblem) in try client.sources(before: deadline) }
    if source == nil {
      throw .refused(doing: doing, reason: "the server loaded it, but it is not there")
    }
  }

  /// Removes what `make` made or took over. What can't be removed is left.
  func remove(_ client: PulseClient, before deadline: Int64) {
    guard isOurs, let modules = try? client.modules(before: deadline) else { return }
    isOurs = false
    // The source first: one server removes it with its sink, the other leaves it behind.
    for name in ["source_name=\(device.name) ", "sink_name=\(device.sinkName) "] {
      for module in modules
      where module.argument.hasPrefix(name)
        && module.argument.contains(PulseProperties.owner + "=")
      {
        try? client.unload(module.index, before: deadline)
      }
    }
  }

  // MARK: Parts

  private var doing: String {
    "make virtual \(device.kind == .sink ? "sink" : "source") '\(device.description)'"
  }

  private func taken(by process: Int32) -> OutputProblem {
    .refused(doing: doing, reason: "process \(process) has one of that name")
  }

  private func properties(_ description: String) -> String {
    "device.description=\"\(description)\" \(PulseProperties.owner)=\(getpid())"
  }

  /// The device of this name, if it is ours or nobody's any more.
  private func find(
    _ name: String, in devices: [PulseDevice]
  ) throws(OutputProblem) -> PulseDevice? {
    guard let found = devices.first(where: { $0.name == name }) else { return nil }
    guard let owner = found.owner else {
      throw .refused(doing: doing, reason: "there is a device '\(name)'")
    }
    if owner != getpid(), Self.isAlive(owner) {
      throw taken(by: owner)
    }
    return found
  }

  private func load(
    _ module: String, _ argument: String, _ client: PulseClient, before deadline: Int64,
    list: (PulseClient, Int64) throws(OutputProblem) -> [PulseDevice]
  ) throws(OutputProblem) -> PulseDevice? {
    let index = try client.load(module, argument, before: deadline)
    let wanted = module == "module-null-sink" ? device.sinkName : device.name
    // On a busy PipeWire it takes a moment to appear.
    let made = try client.find(before: deadline) { () throws(OutputProblem) in
      try list(client, deadline).first { $0.ownerModule == index }
    }
    guard let made else { return nil }
    if made.name != wanted {
      // Somebody was quicker.
      try client.unload(index, before: deadline)
      throw .refused(doing: doing, reason: "there is a device '\(wanted)'")
    }
    return made
  }

  /// Whether a process runs: one that has ended may still be listed, until its parent has looked.
  static func isAlive(_ process: Int32) -> Bool {
    guard process > 0, kill(process, 0) == 0 || errno == EPERM else { return false }
    let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(file, &bytes, bytes.count)
    // The name stands in brackets and may hold anything; the state follows it.
    guard count > 0, let bracket = bytes[..<count].lastIndex(of: UInt8(ascii: ")")),
      bracket + 2 < count
    else { return true }
    return bytes[bracket + 2] != UInt8(ascii: "Z") && bytes[bracket + 2] != UInt8(ascii: "X")
  }
}
