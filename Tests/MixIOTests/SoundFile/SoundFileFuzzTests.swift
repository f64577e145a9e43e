import Glibc
import MixEngine
import MixIO
import MixTestSupport
import Testing

/// Files that somebody damaged: each is an error or sounds; none ends the program or hangs it.
///
/// `Tests/fuzz/fuzz-soundfiles.sh` runs this for long, under AddressSanitizer.
@Suite struct SoundFileFuzzTests {
  @Test func `a damaged file is an error or sounds`() throws {
    let first = UInt64(variable("STACKDECK_FUZZ_SEED") ?? 1)
    let isLong = variable("STACKDECK_FUZZ_COUNT") != nil
    let count = UInt64(variable("STACKDECK_FUZZ_COUNT") ?? 120)
    let directory = try TemporaryDirectory()
    var wholes: [[UInt8]] = []
    for (i, kind) in TestSoundFile.kinds.enumerated() {
      let x = Signals.sine(440, 24_000)
      let y = Signals.noise(24_000, seed: 71)
      let channels = i % 3 == 0 ? [x, y, x, y, x, y] : [x, y]
      let isMP3 = kind.name == "mp3"
      try TestSoundFile.write(
        isMP3 ? [x, y] : channels, to: directory["whole"], kind, title: "title", artist: "artist")
      wholes.append(try directory.bytes(of: "whole"))
    }
    var opened = 0
    var refused = 0
    for seed in first..<first + count {
      var generator = SeededGenerator(seed: seed)
      let kind = TestSoundFile.kinds[Int(seed % UInt64(wholes.count))]
      let whole = wholes[Int(seed % UInt64(wholes.count))]
      let name = "\(seed).\(kind.ending)"
      let path = try directory.write(bytes: damage(whole, &generator), to: name)
      keep(path)
      // A file that takes so long hangs.
      if isLong { alarm(60) }
      do {
        let file = try FileReaderPool(mode: .inline).open(path: path)
        opened += 1
        let bench = SoundFileBench(file)
        bench.send(.play)
        bench.render(30_000)
        for _ in 0..<3 {
          let place = Double(generator.next() % 1000) / 1000
          bench.send(.seek, at: bench.left.count, value: place)
          bench.send(.play, at: bench.left.count)
          bench.render(3000)
        }
        #expect(bench.player.remaining ?? 0 >= 0)
      } catch {
        refused += 1
        #expect(!error.message.isEmpty)
      }
      unlink(path)
    }
    if isLong {
      alarm(0)
      print("seeds \(first)…\(first + count - 1): \(opened) sound, \(refused) refused")
    }
    #expect(opened + refused == Int(count))
    #expect(opened > 0)
  }

  private func variable(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  /// Names the file that is being tried, for whoever finds the process dead.
  private func keep(_ path: String) {
    guard let place = getenv("STACKDECK_FUZZ_KEEP") else { return }
    unlink(place)
    link(path, place)
  }

  private func damage(_ whole: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = whole
    func random(_ limit: Int) -> Int { Int(generator.next() % UInt64(max(limit, 1))) }
    for _ in 0...random(3) {
      guard !bytes.isEmpty else { break }
      // Headers are what matters most.
      let reach = random(3) == 0 ? bytes.count : min(bytes.count, 400)
      switch random(6) {
      case 0: bytes.removeLast(random(bytes.count))
      case 1: for _ in 0...random(30) { bytes[random(reach)] ^= UInt8(1 << random(8)) }
      case 2: for _ in 0...random(8) { bytes[random(reach)] = UInt8(random(256)) }
      case 3:
        let at = random(reach)
        for i in at..<min(at + 1 + random(64), bytes.count) { bytes[i] = [0, 0xFF][random(2)] }
      case 4:
        let at = random(reach)
        let piece = (0...random(64)).map { _ in UInt8(random(256)) }
        bytes.insert(contentsOf: piece, at: at)
      default:
        let at = random(reach)
        bytes.removeSubrange(at..<min(at + 1 + random(64), bytes.count))
      }
    }
    return bytes
  }
}
