/// The part of a map that hears the same ports.
public struct MIDISection: Sendable {
  /// Parts of names of ports or clients; empty: every hardware port.
  public var connect: [String]
  /// Sent when the device appears: whole messages.
  public var initMessages: [[UInt8]]
  public var entries: [MIDIEntry]

  public init(connect: [String] = [], initMessages: [[UInt8]] = [], entries: [MIDIEntry]) {
    self.connect = connect
    self.initMessages = initMessages
    self.entries = entries
  }
}
