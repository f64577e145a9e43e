import MixEngine

/// The text of a cue sheet: a file's tracks, one for its beginning and one for each mark.
struct CueSheet {
  /// Two digits count them.
  static let maximumTrackCount = 99

  private struct Mark {
    let frame: Int64
    let title: String?
  }

  let file: FilePath
  let kind: TakeKind
  let sampleRate: SampleRate
  private var firstTitle: String?
  private var marks: [Mark] = []
  /// Marks that found no track.
  private(set) var leftOutCount = 0

  /// - Parameter file: its name stands in the sheet without directories, which lies beside it.
  init(of file: FilePath, kind: TakeKind, sampleRate: SampleRate) {
    self.file = file.name
    self.kind = kind
    self.sampleRate = sampleRate
  }

  var trackCount: Int { 1 + marks.count }

  /// Adds a mark behind the others; one at the file's first frame says what the first track is
  /// called.
  mutating func add(at frame: Int64, title: String?) {
    guard frame > 0 else {
      firstTitle = title
      return
    }
    guard trackCount < CueSheet.maximumTrackCount else {
      leftOutCount += 1
      return
    }
    marks.append(Mark(frame: frame, title: title))
  }

  /// Takes out marks with no sound behind them: the file ended earlier than it seemed.
  ///
  /// - Returns: whether there were any.
  mutating func end(at frameCount: Int64) -> Bool {
    let before = marks.count
    marks.removeAll { $0.frame >= frameCount }
    return marks.count < before
  }

  var bytes: [UInt8] {
    // The name's bytes are the file's, whatever they mean.
    var bytes = Array("FILE \"".utf8) + file.bytes + Array("\" \(type)\n".utf8)
    func add(_ number: Int, _ title: String?, at frame: Int64) {
      bytes += Array("  TRACK \(Self.twoDigits(Int64(number))) AUDIO\n".utf8)
      if let title { bytes += Array("    TITLE \"\(Self.quotable(title))\"\n".utf8) }
      bytes += Array("    INDEX 01 \(time(of: frame))\n".utf8)
    }
    add(1, firstTitle, at: 0)
    for (index, mark) in marks.enumerated() {
      let number = index + 2
      add(number, mark.title ?? "Mark \(number)", at: mark.frame)
    }
    return bytes
  }

  /// The format knows no words for what came after it; players take WAVE for all that they decode.
  private var type: String { kind == .aiff ? "AIFF" : "WAVE" }

  /// "mm:ss:ff", 75 frames a second, rounded down.
  private func time(of frame: Int64) -> String {
    let rate = Int64(sampleRate.hertz)
    let (seconds, rest) = frame.quotientAndRemainder(dividingBy: rate)
    return [seconds / 60, seconds % 60, rest * 75 / rate].map(Self.twoDigits)
      .joined(separator: ":")
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// Between quotes nothing stands for a quote, and a line's end ends the title.
  private static func quotable(_ title: String) -> String {
    var text = ""
    for scalar in title.unicodeScalars {
      switch scalar {
      case "\"": text.unicodeScalars.append("'")
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        text.unicodeScalars.append(" ")
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
