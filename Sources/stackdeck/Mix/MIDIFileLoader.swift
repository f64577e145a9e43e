import MixEngine
import MixIO

/// Reads a Standard MIDI File, and prints what is wrong with it.
enum MIDIFileLoader {
  static func load(_ path: FilePath, _ messages: Messages) -> StandardMIDIFile? {
    switch FileContent.read(path) {
    case .success(let bytes):
      do { return try StandardMIDIFile(bytes) } catch {
        messages.print(Problem("\(path.shown): \(text(error))"))
        return nil
      }
    case .failure(let failure):
      messages.print(
        failure.isMissing
          ? Problem(
            "no MIDI file '\(path.shown)'",
            help: NearbyFile.suggestion(for: path).map { "did you mean \($0)?" })
          : Problem("cannot read \(path.shown): \(failure.text)"))
      return nil
    }
  }

  /// "byte 22: data where an event begins"
  static func text(_ problem: StandardMIDIFileProblem) -> String {
    let what =
      switch problem.reason {
      case .notMIDI: "no Standard MIDI File"
      case .truncated: "the file ends in the middle of something"
      case .headerTooShort: "the header is too short"
      case .format(let format):
        "format \(format) can't be played; 0 and 1 can"
      case .division: "its ticks have no length"
      case .missingTracks(let expected, let found):
        "\(expected) tracks are announced and \(found) are there"
      case .numberTooLong: "a number has more than four bytes"
      case .noStatus: "data where an event begins"
      case .status(let status): "no event begins with byte \(status)"
      case .data(let byte): "\(byte) is no data byte"
      case .tempo: "a tempo has no length"
      case .noEnd: "a track does not end"
      case .tooLarge: "more than \(StandardMIDIFile.greatestByteCount >> 20) MiB"
      case .tooLong: "it goes on for more than \(Int(StandardMIDIFile.greatestSeconds)) s"
      }
    switch problem.reason {
    case .notMIDI, .tooLarge, .tooLong: return what
    default: return "byte \(problem.offset): \(what)"
    }
  }
}
