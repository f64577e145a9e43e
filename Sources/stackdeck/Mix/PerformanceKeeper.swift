import MixEngine
import MixIO
import MixSession

/// Keeps what is performed: a line for each thing that happened, as the render thread tells it.
///
/// Control thread.
final class PerformanceKeeper {
  private let file: LineFile
  /// By the slots of players and recorders, of all sessions so far.
  private var names: [Int32: String] = [:]
  /// What marks are called, by the slots of recorders.
  private var titles: [Int32: MarkTitles] = [:]
  /// Of the session that the render thread runs, as far as it has told.
  private var addresses: AddressBook?
  private var waiting: [(transition: GraphTransition, plan: SessionPlan, files: [String: String])] =
    []
  private var begins: [Int32: Int64] = [:]
  private var lostCount = 0
  private var toldFailure = false

  /// Nil, and told, when the file is there already or can't be made.
  init?(_ path: FilePath, _ messages: Messages) {
    do { file = try LineFile(creating: path) } catch {
      messages.print(
        error.error == 17
          ? Problem(
            "\(path.shown) exists", help: "a performance never replaces a file: take another name")
          : Problem(error.description))
      return nil
    }
  }

  /// Writes the first line: how it began.
  func begin(_ mix: Mix) {
    takeNames(mix.build)
    addresses = mix.build.addresses
    write { json in
      json.field(.performance, PerformanceHeader.version)
      json.field(.stackdeck, Version.text)
      json.field(.sampleRate, mix.sampleRate.hertz)
      json.field(.session, mix.plan.source.file)
      json.field(.text, mix.plan.source.bytes)
      json.array(PerformanceKey.set.rawValue) { json in
        for setting in mix.plan.source.settings { json.value(setting) }
      }
      json.field(.files, Self.hashes(of: mix))
      if !mix.build.inputTaps.isEmpty {
        let inputs = mix.build.inputTaps.keys.map { name in
          (name, mix.keptFile(of: name)?.name.shown ?? "")
        }
        json.field(.inputs, Dictionary(uniqueKeysWithValues: inputs))
      }
    }
    file.flush()
  }

  /// A change of the session was sent on its way.
  func expect(_ transition: GraphTransition, _ mix: Mix) {
    takeNames(mix.build)
    waiting.append((transition, mix.plan, Self.hashes(of: mix)))
  }

  private func takeNames(_ build: SessionBuild) {
    for (name, player) in build.players { names[player.slot] = "player.\(name)" }
    for (name, tap) in build.recorders {
      names[tap.slot] = "recorder.\(name)"
      titles[tap.slot] = tap.titles
    }
  }

  private static func hashes(of mix: Mix) -> [String: String] {
    mix.files.compactMapValues { FileHash(of: FilePath(bytes: $0.path))?.text }
  }

  // MARK: What happens

  /// Keeps what the render thread tells. The session's own doings are not kept: its text says them.
  func keep(_ event: RenderEvent, _ table: ParameterTable) {
    var event = event
    // What was done while the devices were measured stands when the session begins.
    if event.frame < 0 { event.frame = 0 }
    switch event.kind {
    case .parameter where event.origin != .session: keepChange(event, table)
    case .move where event.origin != .session: keepChange(event, table)
    case .action where event.origin != .session: keepAction(event)
    case .pagesMissed:
      let isBroken = event.detail == RenderEvent.MissKind.broken.rawValue
      keepPages(event, isBroken ? .missing : .late, left: isBroken ? Int64(event.value) : nil)
    case .pagesCame: keepPages(event, .here, left: nil)
    case .changed: keepReload(event)
    default: break
    }
  }

  private func keepChange(_ event: RenderEvent, _ table: ParameterTable) {
    let address = table.address(of: event.target)
    // What has no address has no sound either: its strip is gone.
    guard case .success(.parameter(let descriptor))? = addresses?.resolveKept(address) else {
      return
    }
    write { json in
      json.field(.frame, event.frame)
      json.field(.to, address)
      if descriptor.isSwitch {
        json.field(.value, event.value > 0.5)
      } else {
        json.field(.value, number: Float(event.value))
      }
      if event.kind == .move {
        json.field(.overFrames, max(event.duration, 1))
      } else {
        json.field(.overFrames, Int64(0))
        if event.origin == .sent { json.field(.inTurn, true) }
      }
    }
  }

  private func keepAction(_ event: RenderEvent) {
    guard let name = names[event.target], let verb = Action.Verb(rawValue: event.detail) else {
      return
    }
    func line(_ word: String, _ body: (inout JSONWriter) -> Void = { _ in }) {
      write { json in
        json.field(.frame, event.frame)
        json.field(.to, "\(name).\(word)")
        body(&json)
      }
    }
    func line(_ word: String, isOn: Bool) { line(word) { $0.field(.value, isOn) } }
    func line(_ word: String, seconds: Double) {
      // Not a number: where it is.
      line(word) { if seconds.isFinite { $0.field(.value, number: seconds) } }
    }
    switch verb {
    case .play: line("play", isOn: true)
    case .pause: line("play", isOn: false)
    case .stop: line("stop")
    case .restart: line("restart")
    case .seek: line("seek", seconds: event.value)
    case .loopIn: line("loop_in", seconds: event.value)
    case .loopOut: line("loop_out", seconds: event.value)
    case .beginTake: line("record", isOn: true)
    case .endTake: line("record", isOn: false)
    case .pauseTake: line("pause", isOn: true)
    case .resumeTake: line("pause", isOn: false)
    case .splitTake: line("split")
    case .markTake:
      line("mark") { json in
        if let title = titles[event.target]?[Int(event.value)] { json.field(.value, title) }
      }
    case .skip:
      write { json in
        json.field(.frame, event.frame)
        json.field(.player, Self.bare(name))
        json.field(.skip, number: event.value)
      }
    // They are told as what they do to a parameter.
    case .set, .move, .cross: break
    }
  }

  private func keepPages(_ event: RenderEvent, _ pages: PerformancePages, left: Int64?) {
    guard let name = names[event.target] else { return }
    write { json in
      json.field(.frame, event.frame)
      json.field(.player, Self.bare(name))
      json.field(.pages, pages.rawValue)
      if let left { json.field(.left, left) }
    }
  }

  private func keepReload(_ event: RenderEvent) {
    if event.detail == RenderEvent.ChangeStage.began.rawValue {
      begins[event.target] = event.frame
      return
    }
    guard let place = waiting.firstIndex(where: { $0.transition.number == event.target }) else {
      return
    }
    let (_, plan, files) = waiting[place]
    waiting.removeFirst(place + 1)
    addresses = plan.addresses
    write { json in
      json.field(.frame, begins.removeValue(forKey: event.target) ?? event.frame)
      json.field(.reload, plan.source.bytes)
      json.field(.done, event.frame)
      json.field(.files, files)
    }
  }

  /// "a" of "player.a".
  private static func bare(_ address: String) -> String {
    String(address.drop { $0 != "." }.dropFirst())
  }

  // MARK: The file

  /// Hands what was kept to the system; whoever ends this program cruelly costs no more than what
  /// came since.
  func flush(_ renderer: Renderer, _ messages: Messages) {
    let lost = renderer.lostEventCount
    if lost > lostCount {
      write { json in
        json.field(.frame, renderer.clock.frame)
        json.field(.lost, lost - lostCount)
      }
      messages.print(
        Problem(
          "\(lost - lostCount) events were lost: what is kept is not exact", severity: .warning))
      lostCount = lost
    }
    file.flush()
    tellFailure(messages)
  }

  /// Closes the file. False when it is not whole.
  ///
  /// - Parameter frame: the frame after the last that was performed.
  func finish(at frame: Int64, _ renderer: Renderer, _ messages: Messages) -> Bool {
    flush(renderer, messages)
    write { json in
      json.field(.frame, frame)
      json.field(.end, true)
    }
    file.close()
    tellFailure(messages)
    return file.failure == nil
  }

  /// Takes the file away again: nothing was performed.
  func drop() { file.remove() }

  private func tellFailure(_ messages: Messages) {
    guard let failure = file.failure, !toldFailure else { return }
    toldFailure = true
    messages.print(Problem(failure.description, help: "playing goes on, and is kept no more"))
  }

  private func write(_ body: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object(body)
    file.append(json.takeLine())
  }
}

extension JSONWriter {
  fileprivate mutating func field(_ key: PerformanceKey, _ value: String) {
    field(key.rawValue, value)
  }
  fileprivate mutating func field(_ key: PerformanceKey, _ value: Bool) {
    field(key.rawValue, value)
  }
  fileprivate mutating func field(_ key: PerformanceKey, _ value: Int) {
    field(key.rawValue, value)
  }
  fileprivate mutating func field(_ key: PerformanceKey, _ value: Int64) {
    field(key.rawValue, value)
  }
  fileprivate mutating func field(_ key: PerformanceKey, _ value: [UInt8]) {
    field(key.rawValue, value)
  }

  fileprivate mutating func field(_ key: PerformanceKey, _ texts: [String: String]) {
    object(key.rawValue) { json in
      for (name, text) in texts.sorted(by: { $0.key < $1.key }) { json.field(name, text) }
    }
  }

  /// A number as short as can be; below all numbers it is "-inf".
  fileprivate mutating func field(_ key: PerformanceKey, number: Float) {
    if number == -.infinity { return field(key, "-inf") }
    if let whole = Int64(exactly: number), whole != 0 || number.sign == .plus {
      return field(key, whole)
    }
    field(key.rawValue, number)
  }

  fileprivate mutating func field(_ key: PerformanceKey, number: Double) {
    if let whole = Int64(exactly: number), whole != 0 || number.sign == .plus {
      return field(key, whole)
    }
    field(key.rawValue, number)
  }
}
