import Glibc
import MixEngine
import MixIO
import MixTestSupport
import Testing

/// Headers that are wrong: the end is where nothing more can be read.
@Suite struct SoundFileLengthTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A file of 100,000 frames, as bytes.
  private func bytes(_ name: String) throws -> [UInt8] {
    let kind = TestSoundFile.kind(name)
    // Noise fills the blocks of every encoder.
    let x = Signals.noise(100_000, seed: 40)
    try TestSoundFile.write([x, x], to: directory["whole.\(kind.ending)"], kind)
    return try directory.bytes(of: "whole.\(kind.ending)")
  }

  /// Plays to the end; checks what holds whatever the header says.
  private func play(_ path: String) throws -> SoundFileBench {
    let file = try FileReaderPool(mode: .inline).open(path: path)
    let bench = SoundFileBench(file)
    bench.send(.play)
    var least = Int64.max
    for _ in 0..<400 where bench.player.playState != .ended {
      bench.render(4096)
      least = min(least, bench.player.remaining ?? 0)
    }
    #expect(bench.player.playState == .ended)
    #expect(least >= 0)
    #expect(bench.player.remaining == 0)
    let end = bench.events.last { $0.kind == .ended }
    #expect(end?.frame == bench.player.length)
    // A decoder may take the cut for the end, or complain of it.
    let reason: RenderEvent.EndReason = file.failure == nil ? .finished : .failed
    #expect(end?.detail == reason.rawValue)
    return bench
  }

  @Test(arguments: ["wav 16", "flac 16", "ogg", "opus", "mp3", "aiff 24", "rf64 16"])
  func `a truncated file ends where its frames end`(name: String) throws {
    let whole = try bytes(name)
    let path = try directory.write(
      bytes: Array(whole.prefix(whole.count * 6 / 10)),
      to: "cut.\(TestSoundFile.kind(name).ending)")
    let bench = try play(path)
    let length = try #require(bench.player.length)
    #expect(length > 30_000)
    #expect(length < 80_000)
    // It sounds to its end, but for a block of the encoding.
    let last = bench.left.lastIndex { abs($0) > 0.05 } ?? 0
    #expect(last > Int(length) - 9000)
  }

  @Test func `a FLAC that does not know its length is played to its end`() throws {
    var flac = try bytes("flac 16")
    // Total samples: the low half of byte 21 and four more, of the first metadata block.
    flac[21] &= 0xF0
    for i in 22..<26 { flac[i] = 0 }
    let path = try directory.write(bytes: flac, to: "unknown.flac")
    let file = try FileReaderPool(mode: .inline).open(path: path)
    #expect(file.info?.frameCount == nil)
    #expect(file.length == nil || file.length == 100_000)
    let bench = try play(path)
    #expect(bench.player.length == 100_000)
  }

  @Test func `a WAV of a stream, whose sizes are the greatest, is played to its end`() throws {
    var wav = try bytes("wav 16")
    for i in 4..<8 { wav[i] = 0xFF }
    for i in 40..<44 { wav[i] = 0xFF }
    let bench = try play(try directory.write(bytes: wav, to: "stream.wav"))
    #expect(bench.player.length == 100_000)
  }

  @Test func `a FLAC with a hole ends or plays on, and nothing is made up`() throws {
    var flac = try bytes("flac 16")
    for i in flac.count / 2..<flac.count / 2 + 2000 { flac[i] = UInt8(truncatingIfNeeded: i) }
    let path = try directory.write(bytes: flac, to: "hole.flac")
    let file = try FileReaderPool(mode: .inline).open(path: path)
    let bench = SoundFileBench(file)
    bench.send(.play)
    bench.render(110_000)
    #expect(bench.player.playState == .ended)
    #expect(Measurements.peak(bench.left) <= 1)
    #expect(bench.frames(of: .ended).count == 1)
  }

  @Test(arguments: TestSoundFile.kinds)
  func `a place that is sought sounds as when it is reached`(kind: TestSoundFile.Kind) throws {
    let count = 300_000
    let (x, y) = (Signals.noise(count, seed: 41), Signals.sine(330, count))
    let path = directory["a.\(kind.ending)"]
    try TestSoundFile.write([x, y], to: path, kind)
    let expected = try TestSoundFile.read(path)
    let bench = SoundFileBench(try FileReaderPool(mode: .inline, pagesAhead: 2).open(path: path))
    var generator = SeededGenerator(seed: 42)
    bench.send(.play)
    var at = 0
    for _ in 0..<24 {
      let place = Int(generator.next() % UInt64(expected[0].count - 10_000))
      bench.send(.seek, at: at, value: Double(place) / 48_000)
      bench.render(6400)
      // Behind the cross-fade.
      let heard = bench.left[(at + 240)..<(at + 6400)]
      let differing = Measurements.differingFrames(
        heard.map { $0 + 0 }, expected[0][(place + 240)..<(place + 6400)].map { $0 + 0 })
      #expect(differing == 0, "frame \(place)")
      at += 6400
    }
  }
}
