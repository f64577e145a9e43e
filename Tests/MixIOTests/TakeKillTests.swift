import Glibc
import MixIO
import MixTestSupport
import Testing

/// A program that is killed while it records leaves a take that can be read.
@Suite struct TakeKillTests {
  /// A recording that kills itself after `frameCount` frames.
  struct Killed {
    let kind: TakeKind
    let signal: String
    let directory: TemporaryDirectory
    let program: RunningCommand

    init(_ kind: TakeKind, _ signal: String, frameCount: Int) throws {
      self.kind = kind
      self.signal = signal
      directory = try TemporaryDirectory()
      let encoding = kind.encodings.isEmpty ? "own" : "pcm_24"
      program = try Command.product(
        "take-rig",
        ["take.\(kind.rawValue)", encoding, "\(frameCount)", signal, "live", "kill"],
        directory: directory.path
      ).start()
    }

    var path: String { directory["take.\(kind.rawValue)"] }
  }

  @Test func `a killed take is short by about a second at most`() throws {
    // All at once: each takes its three seconds.
    let killed = try TakeKind.allCases.flatMap { kind in
      try ["noise", "music", "silence"].map { try Killed(kind, $0, frameCount: 144_000) }
    }
    for killed in killed {
      let result = killed.program.wait()
      let kind = killed.kind
      #expect(result.end == .signalled(SIGKILL), "\(result.errors)")
      #expect(result.output == "144000\n")
      let content = try TakeContent(killed.path)
      #expect(content.frameCount <= 144_000)
      // Vorbis keeps packets until a page of 4 kB, or of 255 packets, is full. Silence is a byte a
      // packet: more than five seconds. libsndfile has no means against it.
      if kind != .ogg || killed.signal != "silence" {
        // A second of sound, and a quarter for a machine that is busy with other tests.
        let lost = 144_000 - content.frameCount
        #expect(lost <= 60_000, "\(kind.name), \(killed.signal)")
      }
      if kind == .wav || kind == .aiff || kind == .caf {
        #expect(content.toldFrameCount == content.frameCount)
      }
    }
  }

  @Test func `a killed take has its sheet, up to the last mark`() throws {
    let directory = try TemporaryDirectory()
    let killed = try Command.product(
      "take-rig",
      ["take.flac", "pcm_16", "96000", "noise", "live", "mark=24000", "mark=48001", "kill"],
      directory: directory.path
    ).start()
    #expect(killed.wait().end == .signalled(SIGKILL))
    #expect(
      try directory.text(of: "take.cue") == """
        FILE "take.flac" WAVE
          TRACK 01 AUDIO
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "at 24000"
            INDEX 01 00:00:37
          TRACK 03 AUDIO
            TITLE "at 48001"
            INDEX 01 00:01:00

        """)
    #expect(try directory.names().sorted() == ["take.cue", "take.flac"])
  }

  @Test(.enabled(if: Command.isInstalled("sox"), "sox is not installed"))
  func `another reader finds as many frames in a killed take`() throws {
    let killed = try [TakeKind.wav, .aiff, .flac, .ogg].map {
      try Killed($0, "noise", frameCount: 96_000)
    }
    for killed in killed {
      _ = killed.program.wait()
      let result = try Command("sox", [killed.path, "-t", "f32", "-c", "2", "-"]).run()
      let frames = result.outputBytes.count / 8
      let told = try TakeContent(killed.path).frameCount
      #expect(told > 0)
      // A broken last FLAC frame is left out by the one and not by the other.
      #expect(abs(frames - told) <= 4096, "\(killed.kind.name): \(result.errors)")
    }
  }
}
