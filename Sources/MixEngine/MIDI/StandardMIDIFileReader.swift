/// Goes through the bytes of a Standard MIDI File and notes its messages in ticks.
struct StandardMIDIFileReader {
  typealias Problem = StandardMIDIFileProblem

  /// A message or a tempo, at a tick.
  struct Entry {
    var tick: Int64
    /// Where it stands in the file: the order of what has one tick.
    var offset: UInt32
    var kind: Kind

    enum Kind {
      case message(MIDIMessage)
      /// Microseconds of a quarter note.
      case tempo(Int)
    }
  }

  private let bytes: [UInt8]
  /// The next byte, and where what is being read ends.
  private var offset = 0
  private var end: Int
  var entries: [Entry] = []
  private(set) var lastTick: Int64 = 0
  private(set) var lastOffset = 0
  private(set) var division = StandardMIDIFileDivision.quarters(ticks: 96)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  mutating func readFile() throws(Problem) {
    guard bytes.count >= 4, chunkName(at: 0) == "MThd" else { throw Problem(.notMIDI, at: 0) }
    guard bytes.count <= StandardMIDIFile.greatestByteCount else {
      throw Problem(.tooLarge, at: StandardMIDIFile.greatestByteCount)
    }
    let header = try chunk()
    guard header.count >= 6 else { throw Problem(.headerTooShort, at: header.lowerBound) }
    let format = word(at: header.lowerBound)
    guard format <= 1 else { throw Problem(.format(format), at: header.lowerBound) }
    let trackCount = word(at: header.lowerBound + 2)
    let divided = header.lowerBound + 4
    guard let division = StandardMIDIFileDivision(word(at: divided)) else {
      throw Problem(.division, at: divided)
    }
    self.division = division
    var found = 0
    while found < trackCount {
      guard offset < bytes.count else {
        throw Problem(.missingTracks(expected: trackCount, found: found), at: offset)
      }
      let start = offset
      let content = try chunk()
      if chunkName(at: start) == "MTrk" {
        found += 1
        try readTrack(content)
      }
    }
  }

  /// Reads the head of a chunk and stands behind its content.
  private mutating func chunk() throws(Problem) -> Range<Int> {
    let start = offset
    guard bytes.count - start >= 8 else { throw Problem(.truncated, at: start) }
    let length = word(at: start + 4) << 16 | word(at: start + 6)
    guard length <= bytes.count - start - 8 else { throw Problem(.truncated, at: start) }
    offset = start + 8 + length
    return start + 8..<offset
  }

  private mutating func readTrack(_ content: Range<Int>) throws(Problem) {
    defer {
      offset = content.upperBound
      end = bytes.count
    }
    offset = content.lowerBound
    end = content.upperBound
    var tick: Int64 = 0
    // Meta events and system exclusive end a running status by the letter of the specification;
    // files that run on over them exist, and no right one reads differently.
    var running: UInt8?
    while offset < end {
      tick += Int64(try number())
      let start = offset
      var status = try byte(of: start)
      if status < 0x80 {
        guard let running else { throw Problem(.noStatus, at: start) }
        status = running
        offset = start
      }
      switch status {
      case 0x80...0xEF:
        running = status
        let message = try message(status, start)
        entries.append(Entry(tick: tick, offset: UInt32(start), kind: .message(message)))
      case 0xF0, 0xF7: try skip(number(), of: start)
      case 0xFF:
        let type = try byte(of: start)
        let length = try number()
        let data = offset
        try skip(length, of: start)
        if type == 0x2F {
          if tick >= lastTick { (lastTick, lastOffset) = (tick, start) }
          return
        }
        if type == 0x51 {
          guard length == 3 else { throw Problem(.tempo, at: start) }
          let tempo = word(at: data) << 8 | Int(bytes[data + 2])
          guard tempo > 0 else { throw Problem(.tempo, at: start) }
          entries.append(Entry(tick: tick, offset: UInt32(start), kind: .tempo(tempo)))
        }
      default: throw Problem(.status(status), at: start)
      }
    }
    throw Problem(.noEnd, at: end)
  }

  private mutating func message(_ status: UInt8, _ start: Int) throws(Problem) -> MIDIMessage {
    let channel = Int(status & 15)
    let first = try dataByte(of: start)
    switch status & 0xF0 {
    case 0xC0: return MIDIMessage(.programChange, channel: channel, number: first, value: 127)
    case 0xD0: return MIDIMessage(.channelPressure, channel: channel, value: first)
    default: break
    }
    let second = try dataByte(of: start)
    switch status & 0xF0 {
    case 0x80: return MIDIMessage(.noteOff, channel: channel, number: first, value: second)
    case 0x90: return MIDIMessage(.noteOn, channel: channel, number: first, value: second)
    case 0xA0: return MIDIMessage(.keyPressure, channel: channel, number: first, value: second)
    case 0xB0: return MIDIMessage(.controlChange, channel: channel, number: first, value: second)
    default: return MIDIMessage(.pitchBend, channel: channel, value: second << 7 | first)
    }
  }

  /// A number of seven bits a byte, the last of which is below 128.
  private mutating func number() throws(Problem) -> Int {
    let start = offset
    var value = 0
    for _ in 0..<4 {
      let byte = try byte(of: start)
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    throw Problem(.numberTooLong, at: start)
  }

  private mutating func dataByte(of start: Int) throws(Problem) -> Int {
    let byte = try byte(of: start)
    guard byte < 0x80 else { throw Problem(.data(byte), at: offset - 1) }
    return Int(byte)
  }

  private mutating func byte(of start: Int) throws(Problem) -> UInt8 {
    guard offset < end else { throw Problem(.truncated, at: start) }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func skip(_ count: Int, of start: Int) throws(Problem) {
    guard count <= end - offset else { throw Problem(.truncated, at: start) }
    offset += count
  }

  private func word(at offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }

  private func chunkName(at offset: Int) -> String {
    String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }
}
