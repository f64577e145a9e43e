/// What is wrong with a Standard MIDI File, and where.
public struct StandardMIDIFileProblem: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// It does not begin with `MThd`.
    case notMIDI
    /// It ends in the middle of what begins at the offset.
    case truncated
    case headerTooShort
    /// Format 2 holds pieces that are not played together; larger ones do not exist.
    case format(Int)
    /// Ticks that have no length.
    case division
    /// Fewer tracks than the header says.
    case missingTracks(expected: Int, found: Int)
    /// A number of more than four bytes.
    case numberTooLong
    /// Data where an event begins, and no event before it to repeat.
    case noStatus
    /// A message that does not stand in files.
    case status(UInt8)
    /// A data byte above 127.
    case data(UInt8)
    /// A tempo of no length, or not of three bytes.
    case tempo
    /// A track that does not say where it ends.
    case noEnd
    /// Has more than `StandardMIDIFile.greatestByteCount` bytes.
    case tooLarge
    /// Goes on for more than `StandardMIDIFile.greatestSeconds`.
    case tooLong
  }

  public var reason: Reason
  /// Bytes from the beginning of the file.
  public var offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
