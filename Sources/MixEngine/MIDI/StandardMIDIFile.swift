/// The channel messages of a Standard MIDI File with their times: a performance of a controller.
///
/// Formats 0 and 1; musical time with the tempo changes of every track, or SMPTE time. System exclusive
/// messages and meta events other than tempo are passed over, as are chunks that are no tracks and what
/// follows the last track. Any thread. Cost: the file's size; it keeps 16 bytes a message and needs
/// four times that while it reads.
///
/// Source: The Complete MIDI 1.0 Detailed Specification, Standard MIDI Files 1.0.
public struct StandardMIDIFile: Hashable, Sendable {
  public struct Event: Hashable, BitwiseCopyable, Sendable {
    /// From the beginning of the file.
    public var seconds: Double
    public var message: MIDIMessage

    public init(seconds: Double, message: MIDIMessage) {
      self.seconds = seconds
      self.message = message
    }
  }

  /// No file goes on longer, so that a time in frames is always a number.
  public static let greatestSeconds = 1e7

  /// Larger files are not read, so that memory is bounded: at most about 50 bytes a message.
  public static let greatestByteCount = 16 << 20

  /// By their times; those of one time in the order of their tracks.
  public let events: [Event]
  /// When the last track ends.
  public let seconds: Double

  /// Reads a whole file.
  ///
  /// Throws at the first damage, whatever the bytes are.
  public init(_ bytes: [UInt8]) throws(StandardMIDIFileProblem) {
    var reader = StandardMIDIFileReader(bytes)
    try reader.readFile()
    (events, seconds) = try reader.timed()
  }
}
