/// How long a tick of a Standard MIDI File is.
enum StandardMIDIFileDivision {
  /// So many to a quarter note, whose length the tempo says.
  case quarters(ticks: Int)
  /// A part of a second whatever the tempo: ticks are numerator / denominator seconds.
  case seconds(numerator: Int, denominator: Int)

  /// The word of the header; nil: such ticks have no length.
  init?(_ word: Int) {
    let low = word & 0xFF
    guard word & 0x8000 != 0 else {
      guard word > 0 else { return nil }
      self = .quarters(ticks: word)
      return
    }
    guard low > 0 else { return nil }
    // The upper byte is a negative number of frames a second; 29 are 30000/1001.
    switch 256 - word >> 8 {
    case 29: self = .seconds(numerator: 1001, denominator: 30000 * low)
    case let frames where [24, 25, 30].contains(frames):
      self = .seconds(numerator: 1, denominator: frames * low)
    default: return nil
    }
  }
}
