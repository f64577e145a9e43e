import MixEngine

/// A meter as a device shows it: it goes up at once and comes down so slowly that eyes can follow.
///
/// MIDI thread, asked once a tick of the mapper.
final class LevelDisplay: @unchecked Sendable {
  /// dB a tick, and ticks for which a clip stays: half a second.
  private static let fall: Float = 0.5
  private static let clipTicks = MIDIMapper.ticksPerSecond / 2

  private let reader: LevelReader
  private var shown: Float = -.infinity
  private var left = 0

  init(_ reader: LevelReader) { self.reader = reader }

  func level() -> Float {
    shown = max(Float(reader.read().peak.value), shown - Self.fall)
    return shown
  }

  func hasClipped() -> Bool {
    left = reader.read().hasClipped ? Self.clipTicks : max(left - 1, 0)
    return left > 0
  }
}
