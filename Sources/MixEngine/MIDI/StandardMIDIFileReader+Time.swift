extension StandardMIDIFileReader {
  /// The messages in the order of time, and when the last track ends.
  mutating func timed() throws(Problem) -> (events: [StandardMIDIFile.Event], seconds: Double) {
    // Tracks stand one after the other, so the offset keeps their order.
    entries.sort { ($0.tick, $0.offset) < ($1.tick, $1.offset) }
    var events: [StandardMIDIFile.Event] = []
    events.reserveCapacity(entries.count)
    var clock = TickClock(division)
    for entry in entries {
      let seconds = try time(clock.seconds(at: entry.tick), Int(entry.offset))
      switch entry.kind {
      case .message(let message):
        events.append(StandardMIDIFile.Event(seconds: seconds, message: message))
      case .tempo(let microseconds): clock.setTempo(microseconds, at: entry.tick)
      }
    }
    return (events, try time(clock.seconds(at: lastTick), lastOffset))
  }

  private func time(_ seconds: Double, _ offset: Int) throws(Problem) -> Double {
    guard seconds <= StandardMIDIFile.greatestSeconds else { throw Problem(.tooLong, at: offset) }
    return seconds
  }

  /// Seconds by ticks, which are asked for in order.
  private struct TickClock {
    private let division: StandardMIDIFileDivision
    private var microseconds = 500_000
    /// Where the tempo began.
    private var startTick: Int64 = 0
    private var startSeconds = 0.0

    init(_ division: StandardMIDIFileDivision) { self.division = division }

    func seconds(at tick: Int64) -> Double {
      switch division {
      case .quarters(let ticks):
        return startSeconds
          + Double(tick - startTick) * Double(microseconds) / (Double(ticks) * 1e6)
      case .seconds(let numerator, let denominator):
        return Double(tick) * Double(numerator) / Double(denominator)
      }
    }

    mutating func setTempo(_ microseconds: Int, at tick: Int64) {
      startSeconds = seconds(at: tick)
      startTick = tick
      self.microseconds = microseconds
    }
  }
}
