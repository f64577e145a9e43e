import MixEngine

/// The sinks and sources of a sound server, as of one moment.
public struct PulseDevices: Equatable, Sendable {
  /// In the server's order.
  public var sinks: [PulseDevice]
  public var sources: [PulseDevice]

  /// Asks a server, over a connection of its own. Blocks; takes a few milliseconds.
  ///
  /// - Parameters:
  ///   - server: as in PULSE_SERVER; nil: what PULSE_SERVER says, else the user's own.
  ///   - limitMilliseconds: when a server that does not answer is given up.
  public static func list(
    server: String? = nil, limitMilliseconds: Int = 3000
  ) throws(OutputProblem) -> PulseDevices {
    let client = try PulseClient(name: "stackdeck devices")
    let deadline = PulseClient.deadline(milliseconds: limitMilliseconds)
    try client.connect(to: server, before: deadline)
    return PulseDevices(
      sinks: try client.sinks(before: deadline), sources: try client.sources(before: deadline))
  }

  /// The device of a list that is meant by a name: any part of its name or description, case
  /// ignored; a whole name wins.
  ///
  /// - Throws: `severalDevices` when more than one is meant, `noDevice` when none is.
  public static func find(
    _ name: String, in devices: [PulseDevice]
  ) throws(OutputProblem) -> PulseDevice {
    let wanted = name.lowercased()
    // The strongest kind of agreement that there is decides.
    let kinds: [(PulseDevice) -> Bool] = [
      { $0.name == name },
      { $0.name.lowercased() == wanted || $0.description.lowercased() == wanted },
      {
        !wanted.isEmpty
          && ($0.name.lowercased().contains(wanted) || $0.description.lowercased().contains(wanted))
      },
    ]
    for agrees in kinds {
      let matches = devices.filter(agrees)
      if matches.count == 1 { return matches[0] }
      if matches.count > 1 {
        throw .severalDevices(name: name, matches: matches.map { $0.label(among: matches) })
      }
    }
    throw .noDevice(
      name: name,
      nearest: NearestName.find(name, in: devices.flatMap { [$0.description, $0.name] }),
      present: devices.map { $0.label(among: devices) })
  }
}

extension PulseDevice {
  /// What people write to name it: its description, unless another one has the same; then its name.
  public func label(among devices: [PulseDevice]) -> String {
    let isUnique = devices.filter { $0.description == description }.count == 1
    return isUnique && !description.isEmpty ? description : name
  }
}
