/// A Standard MIDI File made by a test: a tick is a frame at 48 kHz.
struct MIDIPerformance {
  private var events: [(frame: Int, bytes: [UInt8])] = []

  mutating func add(_ bytes: [UInt8], at frame: Int) { events.append((frame, bytes)) }

  mutating func controller(_ number: Int, _ value: Int, channel: Int = 1, at frame: Int) {
    add([0xB0 | UInt8(channel - 1), UInt8(number), UInt8(value)], at: frame)
  }

  /// Down, and up 100 frames later.
  mutating func tap(_ note: Int, channel: Int = 1, at frame: Int) {
    add([0x90 | UInt8(channel - 1), UInt8(note), 100], at: frame)
    add([0x80 | UInt8(channel - 1), UInt8(note), 0], at: frame + 100)
  }

  var bytes: [UInt8] {
    // 24,000 ticks a quarter of half a second.
    var track: [UInt8] = [0, 0xFF, 0x51, 3] + Self.big(500_000, 3)
    var last = 0
    for event in events.sorted(by: { $0.frame < $1.frame }) {
      track += Self.variable(event.frame - last) + event.bytes
      last = event.frame
    }
    track += [0, 0xFF, 0x2F, 0]
    return Array("MThd".utf8) + Self.big(6, 4) + Self.big(0, 2) + Self.big(1, 2)
      + Self.big(24_000, 2) + Array("MTrk".utf8) + Self.big(track.count, 4) + track
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(number >> (8 * (count - 1 - $0)) & 255) }
  }

  private static func variable(_ number: Int) -> [UInt8] {
    var digits = [UInt8(number & 127)], rest = number >> 7
    while rest > 0 {
      digits.insert(UInt8(rest & 127) | 128, at: 0)
      rest >>= 7
    }
    return digits
  }
}
