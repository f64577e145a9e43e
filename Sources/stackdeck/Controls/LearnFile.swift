import MixIO
import MixSession

/// The session's file, into which `midi learn --write` puts its lines.
///
/// Control thread.
struct LearnFile {
  let path: FilePath
  let messages: Messages

  /// The session as it stands in the file now; what is wrong has been printed.
  func load() -> SessionPlan? { SessionLoader.load(path, messages) }

  /// Puts a line into the file, or gives an entry of it another address. The file is read anew: an
  /// editor may have saved it meanwhile.
  ///
  /// - Returns: the session as it is then; nil: nothing was written, which has been said.
  func write(_ line: MapLine, replacing replaced: ControlUse?) -> SessionPlan? {
    let bytes: [UInt8]
    switch FileContent.read(path) {
    case .success(let content): bytes = content
    case .failure(let failure):
      messages.print(Problem("cannot read \(path.shown): \(failure.text)"))
      return nil
    }
    guard let before = plan(bytes) else { return nil }
    var text = MapText(bytes)
    do {
      if let replaced, let entry = Self.find(replaced, in: before) {
        try text.replace(entryAt: entry.place.start.offset, with: line)
      } else {
        try text.append(line)
      }
    } catch {
      messages.print(Problem("\(path.shown) has no map that a line could go into"))
      return nil
    }
    // What would be wrong must not get into the file.
    guard let after = plan(text.bytes) else { return nil }
    do { try path.replaceContents(with: text.bytes) } catch {
      messages.print(Problem(error.description, help: "the line above can be pasted by hand"))
      return nil
    }
    return after
  }

  private func plan(_ bytes: [UInt8]) -> SessionPlan? {
    SessionLoader.load(bytes: bytes, file: path.shown, messages).flatMap {
      MapLoader(messages).load($0, base: SessionLoader.directory(of: path))
    }
  }

  /// The same entry in a text that may have changed around it.
  private static func find(_ use: ControlUse, in plan: SessionPlan) -> MIDIEntryPlan? {
    let own = plan.midi.sections.first { $0.mapName == nil }?.entries ?? []
    return own.first { $0 == use.entry }
  }
}
