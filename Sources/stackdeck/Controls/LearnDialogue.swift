import MixEngine
import MixSession

/// The talk of `midi learn`, without terminal, devices and files: it is told of inputs, keys and the
/// time, and says what is to be printed and what was learnt.
struct LearnDialogue {
  /// What comes of something.
  enum Effect: Equatable {
    /// A line for people.
    case say(String)
    /// What the typed text could become, in as many lines as it takes.
    case choices([String])
    case problem(Problem)
    /// A line for the map; `replaced` is the entry that it stands for.
    case learnt(MapLine, replaced: ControlUse?)
    case end
  }

  private enum Step: Equatable {
    case listening
    /// The control is in use: replace, both, or skip.
    case choosing(MIDILearnFinding, [ControlUse])
    case naming(MIDILearnFinding, replaced: ControlUse?)
  }

  private var step = Step.listening
  private var learn = MIDILearn()
  private var hasAskedAgain = false
  private var typed = ""
  private var isHeld = false
  private var plan: SessionPlan
  private var ports: [MIDIPort] = []
  private var completion: AddressCompletion
  /// Controls that were learnt and that no session knows of.
  private var learnt: [MapLine] = []
  private let isWritten: Bool

  /// - Parameter isWritten: whether what is learnt comes into the session: `update` then tells it.
  init(_ plan: SessionPlan, isWritten: Bool) {
    self.plan = plan
    self.isWritten = isWritten
    completion = Self.completion(plan)
  }

  static let beginning = Effect.say("move a control … (^C ends)")

  /// The line in which somebody types; nil while nobody does.
  var prompt: (label: String, typed: String)? {
    guard case .naming = step else { return nil }
    return (isHeld ? "target while held, Tab completes: " : "target, Tab completes: ", typed)
  }

  /// Goes on with what the session is now.
  mutating func update(_ plan: SessionPlan) {
    self.plan = plan
    completion = Self.completion(plan)
  }

  mutating func update(ports: [MIDIPort]) { self.ports = ports }

  private static func completion(_ plan: SessionPlan) -> AddressCompletion {
    let book = plan.addresses
    return AddressCompletion(
      addresses: book.addresses.filter {
        if case .success = book.resolve($0) { true } else { false }
      }
    )
  }

  // MARK: Inputs

  mutating func take(_ heard: HeardInput) {
    // While somebody types, a hand on the controller is an accident.
    guard step == .listening else { return }
    learn.take(heard.input, from: heard.port, at: heard.time)
  }

  /// Must be called now and then.
  mutating func tick(at time: Int64) -> [Effect] {
    guard step == .listening, let deadline = learn.deadline, time >= deadline else { return [] }
    switch learn.answer {
    case .nothing: return []
    case .several(let findings):
      learn.retry()
      return [
        .say(
          "\(Self.count(findings.count)) moved: "
            + WordList.joined(findings.map { $0.control.text }, by: "and")
            + "; move one slowly once more")
      ]
    case .one(let finding):
      let line = "\(name(of: finding.port)): \(finding.text)"
      if let question = finding.question, !hasAskedAgain {
        hasAskedAgain = true
        learn.retry()
        return [.say("\(line); \(question)")]
      }
      return [.say(line)] + found(finding)
    }
  }

  private static func count(_ count: Int) -> String {
    ["two", "three", "four"].indices.contains(count - 2)
      ? ["two", "three", "four"][count - 2] + " controls" : "\(count) controls"
  }

  private func name(of id: MIDIPort.ID) -> String {
    ShownText.of(MIDIPortNames(ports).label(of: id) ?? "\(id.client):\(id.port)")
  }

  private mutating func found(_ finding: MIDILearnFinding) -> [Effect] {
    let uses = ControlUse.all(of: finding, in: plan, ports)
    let again = learnt.filter { $0.control == finding.control && $0.channel == finding.channel }
    if uses.isEmpty, again.isEmpty {
      step = .naming(finding, replaced: nil)
      return []
    }
    step = .choosing(finding, uses)
    let places = uses.map(\.text) + again.flatMap(\.to).map { "\($0) (just learnt)" }
    let replace = uses.contains(where: \.isOwn) ? "r replace, " : ""
    return [.say("  in use: \(places.joined(separator: ", ")). \(replace)b both, Enter skip")]
  }

  // MARK: Keys

  mutating func press(_ key: Key) -> [Effect] {
    switch step {
    case .listening:
      return key == Key(.character("d"), .control) || key == Key("q") ? [.end] : []
    case .choosing(let finding, let uses): return choose(key, finding, uses)
    case .naming(let finding, let replaced): return type(key, finding, replaced)
    }
  }

  private mutating func choose(
    _ key: Key, _ finding: MIDILearnFinding, _ uses: [ControlUse]
  ) -> [Effect] {
    switch key.code {
    case .enter, .escape: return next()
    case .character("r"):
      guard let own = uses.first(where: \.isOwn) else { return [] }
      step = .naming(finding, replaced: own)
      return []
    case .character("b"):
      step = .naming(finding, replaced: nil)
      return []
    case .character("d") where key.modifiers == .control: return [.end]
    default: return []
    }
  }

  private mutating func type(
    _ key: Key, _ finding: MIDILearnFinding, _ replaced: ControlUse?
  ) -> [Effect] {
    switch key.code {
    case .escape: return next()
    case .enter: return typed.isEmpty ? next() : finish(finding, replaced)
    case .backspace: typed = String(typed.dropLast())
    case .tab: return complete()
    case .character("u") where key.modifiers == .control: typed = ""
    case .character("d") where key.modifiers == .control: return typed.isEmpty ? [.end] : []
    // No address begins with it.
    case .character("h") where key.modifiers == [] && typed.isEmpty && finding.canBeHeld:
      isHeld.toggle()
    case .character(let character) where key.modifiers == []:
      if !character.properties.isWhitespace { typed.unicodeScalars.append(character) }
    default: break
    }
    return []
  }

  private mutating func complete() -> [Effect] {
    let (text, choices) = completion.complete(typed)
    typed = text
    return choices.isEmpty ? [] : [.choices(choices)]
  }

  private mutating func finish(
    _ finding: MIDILearnFinding, _ replaced: ControlUse?
  ) -> [Effect] {
    let line = prompt.map { $0.label + ShownText.of($0.typed) } ?? ""
    if case .failure(let problem) = plan.addresses.resolve(typed) {
      return [
        .say(line), .problem(Problem(problem.message, help: problem.help)),
      ]
    }
    var entry = MapLine(
      finding.control, channel: finding.channel, port: portName(of: finding),
      relative: finding.encoding, to: [typed], isHeld: isHeld)
    // What is replaced keeps the port that it was given.
    if replaced?.entry.port != nil { entry.port = nil }
    if !isWritten { learnt.append(entry) }
    return [.say(line), .learnt(entry, replaced: replaced)] + next()
  }

  /// The name by which the session's own map knows a port, where it knows several.
  private func portName(of finding: MIDILearnFinding) -> String? {
    guard let own = plan.midi.sections.first(where: { $0.mapName == nil }), own.connect.count > 1
    else { return nil }
    let names = MIDIPortNames(ports)
    return own.connect.map(\.value).first { name in
      names.matching(name).contains { $0.id == finding.port }
    }
  }

  /// Listens for the next control.
  private mutating func next() -> [Effect] {
    step = .listening
    learn = MIDILearn()
    hasAskedAgain = false
    typed = ""
    isHeld = false
    return [.say("move the next control …")]
  }
}
