import MixEngine
import MixIO
import MixSession

/// The files that `play` was given, those that can't be played left out.
struct PlayFiles {
  private(set) var paths: [FilePath]

  /// Nil when nothing is to be played; what is wrong has been printed, all of it.
  init?(_ options: PlayOptions, _ messages: Messages) {
    let list = FileList(options.files)
    var isGood = list.missing.isEmpty
    for path in list.missing {
      messages.print(
        Problem(
          FileWords.message(.notFound, path), help: FileWords.help(.notFound, path)))
    }
    // The two that play first are tried now; of a long list the others when their turn comes.
    var paths: [FilePath] = [], skipped = list.skipped
    for path in list.files {
      if paths.count >= 2 {
        paths.append(path)
        continue
      }
      do {
        _ = try SoundFileReader(path: path.bytes)
        paths.append(path)
      } catch {
        if list.hasDirectory, !options.files.contains(path) {
          skipped += 1
          continue
        }
        messages.print(
          Problem(FileWords.message(error, path), help: FileWords.help(error, path)))
        isGood = false
      }
    }
    guard isGood else { return nil }
    if paths.isEmpty {
      messages.print(
        Problem("there is no sound file in \(options.files.map(\.shown).joined(separator: ", "))"))
      return nil
    }
    if list.hasDirectory {
      messages.say(
        "\(paths.count) file\(paths.count == 1 ? "" : "s")"
          + (skipped > 0 ? ", \(skipped) skipped" : ""))
    }
    self.paths = paths
  }

  /// Puts the files into an order by chance; the same for the same seed.
  mutating func shuffle(seed: UInt64?) {
    var generator = SplitMix(seed: seed ?? UInt64.random(in: 0...UInt64.max))
    paths.shuffle(using: &generator)
  }

  /// When each file gives way to the next one; as far as lengths are known.
  func handovers(fade: Double) -> [PlaySession.Handover] {
    var handovers: [PlaySession.Handover] = []
    var start = 0.0
    for path in paths.dropLast() {
      guard let reader = try? SoundFileReader(path: path.bytes),
        let frames = reader.info.frameCount
      else { return handovers }
      let length = Double(frames) / Double(reader.info.sampleRate)
      let over = min(fade, length / 2)
      // A thousandth of a second is near enough, and reads better.
      start = ((start + length - over) * 1000).rounded() / 1000
      handovers.append(PlaySession.Handover(at: start, over: (over * 1000).rounded() / 1000))
    }
    return handovers
  }
}
