import MixEngine
import TOML

/// One `[midi]` table: of a session, or of a map file, whose entries hear only its own ports.
public struct MIDISectionPlan: Sendable, Equatable {
  /// The text that the ranges lie in.
  public let source: SessionSource
  /// The map's name as the session has it; nil: the session's own.
  public var mapName: String?
  /// Parts of names of ports or clients; empty: every hardware port.
  public var connect: [Placed<String>]
  /// Names and paths of map files; of the session's own section only.
  public var maps: [Placed<String>]
  public var takeover: Placed<Takeover>
  /// Sent when the device appears: whole messages.
  public var initMessages: [[UInt8]]
  public var entries: [MIDIEntryPlan]
  /// Addresses of a map file that the session lacks, and that were left out.
  public var missing: [String] = []
  /// How many entries of a map file were left out because all of their addresses are missing.
  public var leftOutCount = 0
  /// Names of the layers that its entries stand in, those that were left out included, in the order
  /// of the text.
  public var layers: [String] = []

  public static func == (left: Self, right: Self) -> Bool {
    left.mapName == right.mapName && left.connect == right.connect && left.maps == right.maps
      && left.takeover == right.takeover && left.initMessages == right.initMessages
      && left.entries == right.entries && left.layers == right.layers
  }
}
