import Glibc
import MixEngine
import MixIO
import MixTestSupport
import Testing

/// FIFOs: frames come once, when their writer likes.
@Suite struct SoundFileStreamTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func fifo(_ name: String) -> String {
    #expect(mkfifo(directory[name], 0o600) == 0)
    return directory[name]
  }

  /// Writes into a FIFO from another thread.
  private func feed(_ path: String, _ bytes: [UInt8]) {
    let job = Writer(path: path, bytes: bytes)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { pointer in
        Unmanaged<Writer>.fromOpaque(pointer!).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(job).toOpaque())
    pthread_detach(thread)
  }

  private final class Writer: Sendable {
    let path: String
    let bytes: [UInt8]
    init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
    func run() {
      signal(SIGPIPE, SIG_IGN)
      let descriptor = open(path, O_WRONLY)
      var done = 0
      while done < bytes.count {
        let n = bytes.withUnsafeBytes {
          write(descriptor, $0.baseAddress! + done, bytes.count - done)
        }
        if n <= 0 { break }
        done += n
      }
      close(descriptor)
    }
  }

  @Test(arguments: ["wav 16", "wav 24", "wav float", "aiff 16", "flac 16", "ogg", "opus", "mp3"])
  func `a FIFO is played to its end`(name: String) throws {
    let kind = TestSoundFile.kind(name)
    let x = Signals.sine(440, 120_000)
    let y = Signals.noise(120_000, seed: 51)
    try TestSoundFile.write([x, y], to: directory["whole.\(kind.ending)"], kind)
    let expected = try TestSoundFile.read(directory["whole.\(kind.ending)"])
    let path = fifo("pipe")
    // Nobody writes yet, and opening it does not wait.
    let pool = FileReaderPool()
    let file = try pool.open(path: path)
    #expect(file.info == nil)
    #expect(file.length == nil)
    feed(path, try directory.bytes(of: "whole.\(kind.ending)"))
    let bench = SoundFileBench(file)
    bench.send(.play)
    let count = expected[0].count
    // Offline the render waits for the writer.
    for _ in 0..<30 where bench.player.playState != .ended { bench.render(6400) }
    try #require(bench.player.playState == .ended)
    #expect(file.failure == nil)
    #expect(bench.frames(of: .started) == [0])
    #expect(bench.frames(of: .ended) == [Int64(count)])
    #expect(bench.player.length == Int64(count))
    #expect(
      Measurements.differingFrames(
        bench.left[..<count].map { $0 + 0 }, expected[0].map { $0 + 0 }) == 0)
    #expect(
      Measurements.differingFrames(
        bench.right[..<count].map { $0 + 0 }, expected[1].map { $0 + 0 }) == 0)
  }

  @Test func `a FIFO that nobody writes to holds up nobody`() throws {
    let path = fifo("silent")
    try TestSoundFile.write(
      [Signals.constant(0.5, 60_000)], to: directory["a.wav"], TestSoundFile.kind("wav float"))
    let pool = FileReaderPool()
    let waiting = SoundFileBench(try pool.open(path: path), isOffline: false)
    let playing = SoundFileBench(try pool.open(path: directory["a.wav"]))
    waiting.send(.play)
    playing.send(.play)
    playing.render(64_000)
    waiting.render(4096)
    #expect(playing.player.playState == .ended)
    #expect(waiting.player.playState == .waiting)
    #expect(Measurements.peak(waiting.left) == 0)
    // And it can be released while its reader waits.
    waiting.player.load(nil)
    waiting.render(64)
    waiting.player.collect()
    #expect(waiting.player.playState == .empty)
  }

  @Test func `nonsense from a FIFO ends as failed, with a reason`() throws {
    let path = fifo("nonsense")
    let pool = FileReaderPool()
    let file = try pool.open(path: path)
    feed(path, [UInt8](repeating: 0x61, count: 100_000))
    let bench = SoundFileBench(file, isOffline: false)
    bench.send(.play)
    #expect(
      waitUntil {
        bench.render(64)
        return bench.player.playState == .ended
      })
    #expect(file.failure?.hasPrefix("not a sound file") == true)
    let end = bench.events.last { $0.kind == .ended }
    #expect(end?.detail == RenderEvent.EndReason.failed.rawValue)
  }
}
