/// How people name the ports that are there, and which of them a name means.
///
/// A port is called like its client ("APC MINI"), or, where a client has several, like itself
/// ("Launchkey MK3 DAW"). Ports of one name, as two devices of one kind are, get a number: "APC
/// MINI:1", "APC MINI:2", in the order of their clients' numbers, which is the one in which they
/// were plugged. The number counts those that are there now.
///
/// Pure. Cost: ports squared, for the few that there are.
public struct MIDIPortNames: Sendable {
  /// In the order of their numbers.
  public let ports: [MIDIPort]
  private let labels: [String]
  private let plainLabels: [String]

  public init(_ ports: [MIDIPort]) {
    let ports = ports.sorted { ($0.id.client, $0.id.port) < ($1.id.client, $1.id.port) }
    let plain = ports.map { port in
      let isAlone = ports.count { $0.id.client == port.id.client } == 1
      let name = isAlone || port.portName.isEmpty ? port.clientName : port.portName
      return name.isEmpty ? port.portName : name
    }
    self.ports = ports
    plainLabels = plain
    labels = plain.indices.map { index in
      let twins = plain.indices.filter { Self.agree(plain[$0], plain[index]) }
      guard twins.count > 1, let place = twins.firstIndex(of: index) else { return plain[index] }
      return "\(plain[index]):\(place + 1)"
    }
  }

  /// What `connect` and `port` take to mean this port and no other. Nil: it is not there.
  public func label(of id: MIDIPort.ID) -> String? {
    ports.firstIndex { $0.id == id }.map { labels[$0] }
  }

  /// The ports that a name means: any part of a port's or client's name, case ignored. A whole name
  /// wins; all that match are meant. Twins are told apart by the number in their label.
  public func matching(_ name: String) -> [MIDIPort] {
    guard !name.isEmpty else { return [] }
    let whole = ports.indices.filter { index in
      let port = ports[index]
      return [port.clientName, port.portName, labels[index], plainLabels[index]].contains {
        Self.agree($0, name)
      }
    }
    if !whole.isEmpty { return whole.map { ports[$0] } }
    if let numbered = numbered(name) { return numbered }
    let part = name.lowercased()
    return ports.filter {
      $0.clientName.lowercased().contains(part) || $0.portName.lowercased().contains(part)
    }
  }

  /// What `connect` means: the ports of all these names, each once. Of no names: those of hardware.
  public func matching(anyOf names: [String]) -> [MIDIPort] {
    if names.isEmpty { return ports.filter(\.isHardware) }
    let ids = Set(names.flatMap(matching).map(\.id))
    return ports.filter { ids.contains($0.id) }
  }

  /// "mini:2" is the second of those that "mini" means. Nil: the name does not end in a number.
  private func numbered(_ name: String) -> [MIDIPort]? {
    guard let colon = name.lastIndex(of: ":"),
      let number = Int(name[name.index(after: colon)...]), number > 0
    else { return nil }
    let meant = matching(String(name[..<colon]))
    return number <= meant.count ? [meant[number - 1]] : []
  }

  private static func agree(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }
}
