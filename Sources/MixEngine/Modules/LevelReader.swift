import Synchronization

/// One of those who watch a meter: a screen, a MIDI light, a status line. Each has an own one, so
/// that none takes a peak away from another. The meter works while there is one.
///
/// One thread, any; it may be given to another.
public final class LevelReader: @unchecked Sendable {
  // Kept alive: its memory is read here.
  private let meter: LevelMeter
  private let slot: Int
  private var seenClips = (left: 0, right: 0)

  init(meter: LevelMeter, slot: Int) {
    self.meter = meter
    self.slot = slot
    seenClips = clips
  }

  deinit { meter.removeReader(slot) }

  /// What has been measured until now. Peaks and clips are told once: the next reading has what
  /// comes after this one.
  public func read() -> LevelReading {
    let now = clips
    var reading = LevelReading()
    reading.left = channel(0, clipCount: now.left - seenClips.left)
    reading.right = channel(1, clipCount: now.right - seenClips.right)
    seenClips = now
    return reading
  }

  private var clips: (left: Int, right: Int) {
    let clips = meter.board.clips
    return (
      clips[0].load(ordering: .relaxed), clips[1].load(ordering: .relaxed)
    )
  }

  private func channel(_ c: Int, clipCount: Int) -> LevelReading.Channel {
    let board = meter.board
    var channel = LevelReading.Channel()
    let peak = board.peaks[2 * slot + c].exchange(0, ordering: .relaxed)
    channel.peak = Decibels(gain: Double(Float(bitPattern: peak)))
    let held = board.held[c].load(ordering: .relaxed)
    channel.heldPeak = Decibels(gain: Double(Float(bitPattern: held)))
    let meanSquare = board.meanSquares[c].load(ordering: .relaxed)
    channel.rms = Decibels(gain: Double(Float(bitPattern: meanSquare)).squareRoot())
    channel.clipCount = clipCount
    return channel
  }
}
