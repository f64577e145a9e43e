import MixEngine
import Testing

@Suite struct StandardMIDIFileTests {
  private static func word(_ number: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + word(content.count, bytes: 4) + content
  }

  /// A file of whole tracks; each is given the end of its track.
  private static func file(
    format: Int = 1, division: Int = 96, _ tracks: [[UInt8]], end: [UInt8] = [0, 0xFF, 0x2F, 0]
  ) -> [UInt8] {
    chunk("MThd", word(format, bytes: 2) + word(tracks.count, bytes: 2) + word(division, bytes: 2))
      + tracks.flatMap { chunk("MTrk", $0 + end) }
  }

  private func text(_ event: StandardMIDIFile.Event) -> String {
    let message = event.message
    return "\(event.seconds) \(message.kind) \(message.channel) \(message.number) \(message.value)"
  }

  private func expect(
    _ bytes: [UInt8], _ expected: [String], seconds: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = try StandardMIDIFile(bytes)
    #expect(file.events.map(text) == expected, sourceLocation: sourceLocation)
    #expect(file.seconds == seconds, sourceLocation: sourceLocation)
  }

  @Test func `every channel message has its form`() throws {
    try expect(
      Self.file([
        [
          0, 0x90, 60, 100, 48, 0x80, 60, 64, 0, 0xA1, 60, 5, 0, 0xB2, 7, 127, 0, 0xC3, 9, 0, 0xDF,
          33, 0, 0xE4, 1, 64, 0, 0x90, 60, 0,
        ]
      ]),
      [
        "0.0 noteOn 0 60 100", "0.25 noteOff 0 60 64", "0.25 keyPressure 1 60 5",
        "0.25 controlChange 2 7 127", "0.25 programChange 3 9 127", "0.25 channelPressure 15 0 33",
        "0.25 pitchBend 4 0 8193", "0.25 noteOn 0 60 0",
      ], seconds: 0.25)
  }

  @Test func `running status goes on over meta and exclusive messages`() throws {
    try expect(
      Self.file(
        format: 0,
        [
          [
            0, 0xB0, 1, 1, 96, 1, 2, 0, 0xFF, 0x01, 2, 65, 66, 96, 1, 3, 0, 0xF0, 3, 1, 2, 0xF7, 96,
            1, 4, 0, 0xF7, 1, 0xF8, 0, 0xC0, 5, 0, 6,
          ]
        ]),
      [
        "0.0 controlChange 0 1 1", "0.5 controlChange 0 1 2", "1.0 controlChange 0 1 3",
        "1.5 controlChange 0 1 4", "1.5 programChange 0 5 127", "1.5 programChange 0 6 127",
      ], seconds: 1.5)
  }

  @Test func `a tempo holds from its tick on, for all tracks`() throws {
    // 480 ticks at 120 a minute are 0.5 s, then at 60 a minute 1 s, then at 240 a minute 0.25 s.
    let tempi: [UInt8] =
      [0x83, 0x60, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40]
      + [0x83, 0x60, 0xFF, 0x51, 3, 0x03, 0xD0, 0x90]
    let notes: [UInt8] =
      [0, 0x90, 1, 1, 0x81, 0x70, 2, 1, 0x81, 0x70, 3, 1, 0x81, 0x70, 4, 1] + [0x83, 0x60, 5, 1]
      + [0x81, 0x70, 6, 1]
    try expect(
      Self.file(division: 480, [tempi, notes], end: [0x83, 0x60, 0xFF, 0x2F, 0]),
      [
        "0.0 noteOn 0 1 1", "0.25 noteOn 0 2 1", "0.5 noteOn 0 3 1", "1.0 noteOn 0 4 1",
        "1.625 noteOn 0 5 1", "1.75 noteOn 0 6 1",
      ], seconds: 2)
  }

  @Test func `a tempo of a later track counts too`() throws {
    try expect(
      Self.file([[96, 0x90, 1, 1, 96, 2, 1], [96, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40]]),
      ["0.5 noteOn 0 1 1", "1.5 noteOn 0 2 1"], seconds: 1.5)
  }

  @Test func `tracks are one, and at one time in their order`() throws {
    try expect(
      Self.file([
        [0, 0x90, 1, 1, 96, 0x90, 4, 1], [0, 0x90, 2, 1, 96, 0x90, 5, 1], [0, 0x90, 3, 1],
      ]),
      [
        "0.0 noteOn 0 1 1", "0.0 noteOn 0 2 1", "0.0 noteOn 0 3 1", "0.5 noteOn 0 4 1",
        "0.5 noteOn 0 5 1",
      ], seconds: 0.5)
  }

  @Test(
    arguments: [
      // Frames a second, ticks a frame, ticks, seconds.
      (24, 4, 96, 1.0), (25, 40, 1000, 1.0), (30, 80, 1200, 0.5), (29, 100, 3000, 1.001),
    ])
  func `SMPTE time knows no tempo`(_ row: (Int, Int, Int, Double)) throws {
    let (frames, ticks, count, seconds) = row
    let wait = [UInt8(0x80 | count >> 7), UInt8(count & 127)]
    try expect(
      Self.file(
        division: (256 - frames) << 8 | ticks,
        [[0, 0xFF, 0x51, 3, 1, 0, 0] + wait + [0x90, 1, 1]]),
      ["\(seconds) noteOn 0 1 1"], seconds: seconds)
  }

  @Test func `chunks of other kinds, a longer header and what follows are passed over`() throws {
    let track = Self.chunk("MTrk", [0, 0x90, 1, 1, 0, 0xFF, 0x2F, 0, 1, 2, 3])
    try expect(
      Self.chunk("MThd", [0, 1, 0, 1, 0, 96, 7, 7]) + Self.chunk("XFIH", [1, 2, 3]) + track
        + [1, 2, 3], ["0.0 noteOn 0 1 1"], seconds: 0)
  }

  @Test func `numbers of one to four bytes`() throws {
    for (bytes, ticks) in [
      ([0x7F], 127), ([0x81, 0x00], 128), ([0xFF, 0x7F], 16383), ([0x81, 0x80, 0x00], 16384),
      ([0xFF, 0xFF, 0x7F], 2_097_151), ([0x81, 0x80, 0x80, 0x00], 2_097_152),
    ] as [([UInt8], Int)] {
      let file = try StandardMIDIFile(Self.file(division: 1000, [bytes + [0x90, 1, 1]]))
      #expect(file.events[0].seconds == Double(ticks) / 2000)
    }
  }

  /// An event list begins at byte 22.
  @Test(
    arguments: [
      ("nothing", [], .notMIDI, 0),
      ("another kind of file", Array("RIFF....".utf8), .notMIDI, 0),
      ("a name alone", Array("MThd".utf8), .truncated, 0),
      ("a header of 4 bytes", chunk("MThd", [0, 1, 0, 1]), .headerTooShort, 8),
      ("half a header", Array(file([[]])[..<11]), .truncated, 0),
      ("format 2", file(format: 2, [[]]), .format(2), 8),
      ("no division", file(division: 0, [[]]), .division, 12),
      ("no ticks a frame", file(division: 0xE800, [[]]), .division, 12),
      ("26 frames a second", file(division: 0xE604, [[]]), .division, 12),
      ("no track", Array(file([[]])[..<14]), .missingTracks(expected: 1, found: 0), 14),
      ("a track's head cut off", Array(file([[]])[..<20]), .truncated, 14),
      ("a track cut off", Array(file([[0, 0x90, 1, 1]])[..<28]), .truncated, 14),
      ("no end", file([[0, 0x90, 1, 1]], end: []), .noEnd, 26),
      ("an empty track", file([[]], end: []), .noEnd, 22),
      ("a message cut off", file([[0, 0x90, 1]], end: []), .truncated, 23),
      ("a time cut off", file([[0x81]], end: []), .truncated, 22),
      ("a time without a message", file([[0]], end: []), .truncated, 23),
      ("a long number", file([[0x81, 0x81, 0x81, 0x81, 1]]), .numberTooLong, 22),
      ("no status", file([[0, 1, 1]]), .noStatus, 23),
      ("a status of no file", file([[0, 0xF8]]), .status(0xF8), 23),
      ("a song position", file([[0, 0xF2, 1, 1]]), .status(0xF2), 23),
      ("a data byte too large", file([[0, 0x90, 1, 0x80]]), .data(0x80), 25),
      ("a meta event beyond its track", file([[0, 0xFF, 1, 9]]), .truncated, 23),
      ("an exclusive message beyond its track", file([[0, 0xF0, 99]]), .truncated, 23),
      ("no tempo", file([[0, 0xFF, 0x51, 3, 0, 0, 0]]), .tempo, 23),
      ("a tempo of two bytes", file([[0, 0xFF, 0x51, 2, 1, 0]]), .tempo, 23),
      (
        "too long",
        file(division: 1, [[0, 0xFF, 0x51, 3, 255, 255, 255, 255, 255, 255, 127, 0x90, 1, 1]]),
        .tooLong, 33
      ),
    ] as [(String, [UInt8], StandardMIDIFileProblem.Reason, Int)])
  func `damage is told with its place`(
    _ row: (String, [UInt8], StandardMIDIFileProblem.Reason, Int)
  ) {
    #expect(throws: StandardMIDIFileProblem(row.2, at: row.3), "\(row.0)") {
      try StandardMIDIFile(row.1)
    }
  }

  @Test func `a file larger than any performance is refused`() {
    let most = StandardMIDIFile.greatestByteCount
    let bytes = Self.file([[]])
    let padding = [UInt8](repeating: 0, count: most - bytes.count)
    #expect(throws: Never.self) { try StandardMIDIFile(bytes + padding) }
    #expect(throws: StandardMIDIFileProblem(.tooLarge, at: most)) {
      try StandardMIDIFile(bytes + padding + [0])
    }
  }

  @Test func `however a file is damaged, it is read or refused inside of its bytes`() {
    let good = Self.file(
      division: 480,
      [
        [0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0x83, 0x60, 0xFF, 0x51, 3, 0x0F, 0x42, 0x40],
        [0, 0xB0, 7, 1, 10, 7, 2, 10, 0xE0, 0, 64, 10, 0xF0, 2, 1, 0xF7, 10, 0xC0, 1],
      ])
    var random = SplitMix(seed: 3)
    for _ in 0..<5000 {
      var bytes = good
      for _ in 0...Int(random.next() & 3) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() & 3 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      do {
        let file = try StandardMIDIFile(bytes)
        let times = [0] + file.events.map(\.seconds) + [file.seconds]
        #expect(zip(times, times.dropFirst()).allSatisfy(<=))
      } catch {
        #expect((0...bytes.count).contains(error.offset), "\(bytes)")
      }
    }
  }
}
