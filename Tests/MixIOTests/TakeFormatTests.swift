import MixEngine
import MixIO
import Testing

/// What can be said before a take begins.
@Suite struct TakeFormatTests {
  struct Refusal: Sendable {
    let path: FilePath
    var encoding: TakeEncoding?
    var rate = 48_000
    let text: String
    let help: String
  }

  static let refusals = [
    Refusal(
      path: "mix.mp3", text: "'.mp3' is not a kind of file that can be written",
      help: "kinds are wav, flac, ogg, opus, aiff, caf"),
    Refusal(
      path: "mixes/mix", text: "'mix' has no ending that tells the kind of file",
      help: "kinds are wav, flac, ogg, opus, aiff, caf"),
    Refusal(
      path: ".wav", text: "'.wav' has no ending that tells the kind of file",
      help: "kinds are wav, flac, ogg, opus, aiff, caf"),
    Refusal(
      path: "mix.flac", encoding: .float, text: "FLAC can't hold float",
      help: "choose pcm_16 or pcm_24, or name the file .wav"),
    Refusal(
      path: "mix.ogg", encoding: .pcm16, text: "Ogg Vorbis has an encoding of its own, not pcm_16",
      help: "leave the encoding out, or name the file .wav"),
    Refusal(
      path: "mix.opus", encoding: .float, text: "Opus has an encoding of its own, not float",
      help: "leave the encoding out, or name the file .wav"),
    Refusal(
      path: "mix.opus", rate: 44_100, text: "Opus can't hold 44100 Hz",
      help: "Opus has 8000, 12000, 16000, 24000, 48000 Hz; .ogg and .flac have every rate"),
  ]

  @Test(arguments: refusals)
  func `what can't be written is refused before anything is made`(_ refusal: Refusal) {
    do throws(TakeError) {
      _ = try TakeFormat(
        path: refusal.path, encoding: refusal.encoding, sampleRate: SampleRate(refusal.rate))
      Issue.record("\(refusal.path) was accepted")
    } catch {
      #expect(error.description == refusal.text)
      #expect(error.help == refusal.help)
    }
  }

  @Test(arguments: [
    ("a.wav", TakeKind.wav, TakeEncoding?.some(.pcm24)), ("A.WAV", .wav, .pcm24),
    ("a.b.flac", .flac, .pcm24), ("a.aif", .aiff, .pcm24), ("x/.hidden.caf", .caf, .pcm24),
    ("a.ogg", .ogg, nil), ("a.opus", .opus, nil),
  ])
  func `the ending tells the kind, and 24 bits are usual`(
    _ path: String, _ kind: TakeKind, _ encoding: TakeEncoding?
  ) throws {
    let format = try TakeFormat(path: FilePath(path), sampleRate: SampleRate(48_000))
    #expect(format.kind == kind)
    #expect(format.encoding == encoding)
    #expect(format.bytesPerSecond > 0)
  }

  @Test func `the ring holds 16 bits only where nothing is lost by it`() throws {
    let rate = SampleRate(48_000)
    let short = try TakeFormat(.wav, encoding: .pcm16, sampleRate: rate)
    #expect(short.ringFormat(isDithered: false) == .integer16)
    #expect(short.ringFormat(isDithered: true) == .float)
    #expect(try TakeFormat(.ogg, sampleRate: rate).ringFormat(isDithered: false) == .float)
    #expect(
      try TakeFormat(.wav, encoding: .pcm24, sampleRate: rate).ringFormat(isDithered: false)
        == .float)
  }
}
