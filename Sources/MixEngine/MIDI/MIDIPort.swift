/// A port of another client of the sequencer. Its numbers change from one plugging to the next: only
/// names are kept.
public struct MIDIPort: Hashable, Sendable {
  public struct ID: Hashable, Sendable {
    public var client: Int
    public var port: Int

    public init(client: Int, port: Int) {
      self.client = client
      self.port = port
    }
  }

  public var id: ID
  public var clientName: String
  public var portName: String
  public var isHardware: Bool
  /// Whether it sends something that can be listened to, and takes something that is sent to it.
  public var sends: Bool
  public var receives: Bool

  public init(
    id: ID, clientName: String, portName: String, isHardware: Bool, sends: Bool, receives: Bool
  ) {
    self.id = id
    self.clientName = clientName
    self.portName = portName
    self.isHardware = isHardware
    self.sends = sends
    self.receives = receives
  }
}
