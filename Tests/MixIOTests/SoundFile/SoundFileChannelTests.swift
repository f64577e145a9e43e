import CSndFile
import MixEngine
import MixIO
import MixTestSupport
import Testing

/// How channels of a file become two.
@Suite struct SoundFileChannelTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The level of a tone that stands in one channel only, left and right, in dB.
  private func levels(
    _ kind: TestSoundFile.Kind, channel: Int, of count: Int, map: [Int32] = [], format: Int? = nil
  ) throws -> [Double] {
    let tone = Signals.sine(997, 24_000, amplitude: 0.5)
    let channels = (0..<count).map { $0 == channel ? tone : Signals.silence(24_000) }
    let path = directory["a.\(kind.ending)"]
    try TestSoundFile.write(channels, to: path, kind, map: map, format: format)
    let bench = SoundFileBench(try FileReaderPool(mode: .inline).open(path: path))
    bench.send(.play)
    bench.render(24_000)
    return [bench.left, bench.right].map {
      Measurements.decibels(
        Measurements.rms($0[4800..<19_200]) / Measurements.rms(tone[4800..<19_200]))
    }
  }

  private func expect(
    _ found: [Double], _ left: Double, _ right: Double, within limit: Double = 0.02,
    _ what: String
  ) {
    for (found, wanted) in zip(found, [left, right]) {
      if wanted == -.infinity {
        #expect(found < -60, "\(what)")
      } else {
        #expect(abs(found - wanted) < limit, "\(what)")
      }
    }
  }

  private static let silent = -Double.infinity

  @Test func `mono is heard on both sides at the same gain`() throws {
    for name in ["wav 16", "wav float", "flac 24"] {
      expect(try levels(TestSoundFile.kind(name), channel: 0, of: 1), 0, 0, name)
    }
  }

  @Test func `the channels of 5.1 go where they belong`() throws {
    let wanted: [(Double, Double)] = [
      (0, Self.silent), (Self.silent, 0), (-3.01, -3.01), (Self.silent, Self.silent),
      (-3.01, Self.silent), (Self.silent, -3.01),
    ]
    for name in ["wav 16", "flac 24", "aiff 24"] {
      for (channel, level) in wanted.enumerated() {
        expect(
          try levels(TestSoundFile.kind(name), channel: channel, of: 6), level.0, level.1,
          "\(name), channel \(channel)")
      }
    }
  }

  @Test func `Vorbis and Opus have the centre second`() throws {
    let wanted: [(Double, Double)] = [
      (0, Self.silent), (-3.01, -3.01), (Self.silent, 0), (-3.01, Self.silent),
      (Self.silent, -3.01), (Self.silent, Self.silent),
    ]
    for (channel, level) in wanted.enumerated() {
      expect(
        try levels(TestSoundFile.kind("ogg"), channel: channel, of: 6), level.0, level.1,
        within: 0.5, "channel \(channel)")
    }
  }

  @Test func `a file's own map holds`() throws {
    let wavex = SF_FORMAT_WAVEX | SF_FORMAT_PCM_16
    // Centre, low frequencies, sides: in the order of the mask's bits.
    let map = [
      SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LFE,
      SF_CHANNEL_MAP_REAR_CENTER, SF_CHANNEL_MAP_SIDE_LEFT, SF_CHANNEL_MAP_SIDE_RIGHT,
    ].map { Int32($0) }
    let wanted: [(Double, Double)] = [
      (0, Self.silent), (Self.silent, 0), (-3.01, -3.01), (Self.silent, Self.silent),
      (-6.02, -6.02), (-3.01, Self.silent), (Self.silent, -3.01),
    ]
    for (channel, level) in wanted.enumerated() {
      expect(
        try levels(
          TestSoundFile.kind("wav 16"), channel: channel, of: 7, map: map, format: wavex),
        level.0, level.1, "channel \(channel)")
    }
  }

  @Test func `without a map the first two are left and right`() throws {
    for count in [3, 4, 5, 8, 12] {
      let kind = TestSoundFile.kind("wav float")
      expect(try levels(kind, channel: 0, of: count), 0, Self.silent, "\(count) channels")
      expect(try levels(kind, channel: 1, of: count), Self.silent, 0, "\(count) channels")
    }
  }
}
