import MixIO

/// What each verb makes of its options.
extension Resolver {
  /// The invocation; nil only after a finding.
  mutating func invocation() -> Invocation? {
    let common = common()
    switch verb {
    case .play: return play(common)
    case .run: return run(common)
    case .render: return render(common)
    case .check:
      return session.map {
        .check(CheckOptions(common: common, session: $0, printsJSON: isSet(.json)))
      }
    case .graph: return graph(common)
    case .devices:
      return .devices(DevicesOptions(common: common, printsJSON: isSet(.json)))
    case .calibrate: return calibrate(common)
    case .midiList:
      return .midiList(
        MIDIListOptions(common: common, session: session, printsJSON: isSet(.json)))
    case .midiMonitor:
      return .midiMonitor(
        MIDIMonitorOptions(common: common, session: session, printsJSON: isSet(.json)))
    case .midiLearn:
      return session.map {
        .midiLearn(MIDILearnOptions(common: common, session: $0, writes: isSet(.write)))
      }
    case .example:
      let name = operands.first?.word
      return .example(ExampleOptions(common: common, name: name, printsJSON: isSet(.json)))
    case .completions: return completions(common)
    case .help: return help(common)
    }
  }

  /// The one operand of verbs that read a session.
  private var session: FilePath? { operands.first?.word.path }

  private mutating func common() -> CommonOptions {
    var common = CommonOptions()
    exclude(.quiet, .verbose)
    if isSet(.quiet) { common.verbosity = .quiet }
    if isSet(.verbose) { common.verbosity = .verbose }
    if let color = value(.color, choice(ColorChoice.self)) { common.color = color }
    return common
  }

  private mutating func calibrate(_ common: CommonOptions) -> Invocation {
    var options = CalibrateOptions(common: common, printsJSON: isSet(.json))
    options.input = value(.input) { word throws(ArgumentFault) in word.shown }
    options.output = value(.output) { word throws(ArgumentFault) in word.shown }
    options.latency = number(.latency)
    return .calibrate(options)
  }

  private mutating func live() -> LiveOptions {
    var live = LiveOptions()
    live.output = value(.output) { path throws(ArgumentFault) in
      try OutputPlace(typed: path.bytes)
    }
    live.latency = number(.latency)
    if let controller = value(.controller, { word throws(ArgumentFault) in word }) {
      live.controller = controller.text == "none" ? .none : .map(controller)
    }
    live.settings = settings()
    live.duration = seconds(.duration)
    live.stays = isSet(.stay)
    live.isHeadless = isSet(.headless)
    live.mayReplaceFiles = isSet(.force)
    live.printsJSON = isSet(.json)
    if live.output == .standardOutput { shareStandardOutput(.json) }
    return live
  }

  private mutating func play(_ common: CommonOptions) -> Invocation? {
    var options = PlayOptions(common: common, files: operands.map(\.word.path))
    options.live = live()
    if let fade = number(.fade) { options.fade = fade }
    if isSet(.record) { options.recording = .namedAfterTime }
    if let file = value(.record, soundFile) { options.recording = file }
    options.shuffles = isSet(.shuffle)
    options.seed = whole(.seed)
    options.printsSession = isSet(.printSession)
    if options.live.output == .standardOutput { shareStandardOutput(.printSession) }
    return .play(options)
  }

  private mutating func run(_ common: CommonOptions) -> Invocation? {
    let live = live()
    let seed = whole(.seed)
    let midiFile = path(.midiFile)
    guard let session else { return nil }
    var options = RunOptions(
      common: common, live: live, session: session, watches: isSet(.watch), midiFile: midiFile,
      seed: seed)
    options.events = path(.events)
    options.keptEvents = path(.writeEvents)
    options.mends = mends()
    if live.output?.isRendered == true,
      let option = raw.options.last(where: { $0.name == .writeEvents }),
      let output = raw.options.first(where: { $0.name == .output })
    {
      find(
        .contradiction("--write-events", "\(output.typed) \(output.value?.shown ?? "")"),
        at: option.index)
    }
    return .run(options)
  }

  private mutating func render(_ common: CommonOptions) -> Invocation? {
    var options = RenderOptions(common: common, session: session ?? FilePath(""))
    options.output = value(.output) { path throws(ArgumentFault) in
      try OutputPlace.file(typed: path, among: [])
    }
    options.settings = settings()
    options.midiFile = path(.midiFile)
    options.encoding = encoding(options.output)
    options.dithers = isSet(.dither)
    options.duration = seconds(.duration)
    options.seed = whole(.seed)
    options.mayReplaceFiles = isSet(.force)
    options.printsJSON = isSet(.json)
    options.events = path(.events)
    options.mends = mends()
    if options.output == .standardOutput { shareStandardOutput(.json) }
    if options.dithers, options.encoding == .float,
      let encoding = raw.options.last(where: { $0.name == .encoding })
    {
      find(.contradiction("--dither", "--encoding float"), at: encoding.index)
    }
    return session.map { _ in .render(options) }
  }

  /// The encoding that was asked for; the output's kind must have it.
  private mutating func encoding(_ output: OutputPlace?) -> TakeEncoding? {
    guard let encoding = value(.encoding, choice(TakeEncoding.self)) else { return nil }
    if case .file(_, let kind) = output, !kind.encodings.contains(encoding),
      let option = raw.options.last(where: { $0.name == .encoding })
    {
      find(.encodingNotOffered(encoding, kind), at: option.index)
    }
    return encoding
  }

  private mutating func graph(_ common: CommonOptions) -> Invocation? {
    exclude(.dot, .listing)
    exclude(.dot, .json)
    exclude(.listing, .json)
    var form = GraphOptions.Form.picture
    if isSet(.dot) { form = .dot }
    if isSet(.listing) { form = .listing }
    if isSet(.json) { form = .json }
    return session.map { .graph(GraphOptions(common: common, session: $0, form: form)) }
  }

  private mutating func completions(_ common: CommonOptions) -> Invocation? {
    guard let word = operands.first else { return nil }
    guard let text = word.word.text, let shell = Shell(rawValue: text) else {
      find(.noCompletions(word.word), at: word.index)
      return nil
    }
    return .completions(CompletionsOptions(common: common, shell: shell))
  }

  private mutating func help(_ common: CommonOptions) -> Invocation? {
    guard let word = operands.first else { return .help(HelpOptions(common: common, isLong: true)) }
    let topic: HelpOptions.Topic
    let extra: RawArguments.Operand?
    switch Verb.read(operands.map(\.word)) {
    case .verb(let verb):
      topic = .verb(verb)
      extra = operands.dropFirst(verb.words.count).first
    case .group(let group):
      topic = .group(group)
      extra = nil
      if let second = operands.dropFirst().first {
        find(.noCommandOfGroup(group, second.word), at: second.index)
      }
    case .unknown:
      find(.noHelp(word.word), at: word.index)
      return nil
    }
    if let extra { find(.extraOperand(.help, extra.word), at: extra.index) }
    return .help(HelpOptions(common: common, topic: topic, isLong: true))
  }

  // MARK: Shapes

  private mutating func settings() -> [SessionSetting] {
    values(.set) { path throws(ArgumentFault) in try SessionSetting(typed: path.bytes) }
  }

  private mutating func path(_ name: OptionName) -> FilePath? {
    value(name) { word throws(ArgumentFault) in word.path }
  }

  /// Whether gaps are mended: those of a performance that is played back.
  private mutating func mends() -> Bool {
    guard let option = raw.options.first(where: { $0.name == .mend }) else { return false }
    if !isSet(.events) { find(.needsOption("--mend", "--events FILE"), at: option.index) }
    return true
  }

  private mutating func number(_ name: OptionName) -> Double? {
    guard case .number(let range, let unit)? = OptionTable.definition(name, of: verb)?.shape else {
      return nil
    }
    return value(name) { path throws(ArgumentFault) in
      guard let number = TypedNumber.number(path.bytes), range.contains(number) else {
        throw .outOfRange(range, unit: unit, value: path)
      }
      return number
    }
  }

  private mutating func seconds(_ name: OptionName) -> Double? {
    guard case .seconds(let range)? = OptionTable.definition(name, of: verb)?.shape else {
      return nil
    }
    return value(name) { path throws(ArgumentFault) in
      guard let seconds = TypedNumber.seconds(path.bytes), range.contains(seconds) else {
        throw .outOfRange(range, unit: "s", value: path)
      }
      return seconds
    }
  }

  private mutating func whole(_ name: OptionName) -> UInt64? {
    value(name) { path throws(ArgumentFault) in
      guard let number = TypedNumber.whole(path.bytes) else { throw .notWhole(path) }
      return number
    }
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) -> (TypedWord) throws(ArgumentFault) -> Choice where Choice.RawValue == String {
    { path throws(ArgumentFault) in
      guard let text = path.text, let choice = Choice(rawValue: text) else {
        throw .notAChoice(Choice.allCases.map(\.rawValue), value: path)
      }
      return choice
    }
  }

  private func soundFile(_ word: TypedWord) throws(ArgumentFault) -> PlayOptions.Recording {
    guard let kind = TakeKind(ending: word.path.ending) else {
      throw .unwritableEnding(word, words: [])
    }
    return .file(word.path, kind)
  }

  /// Finds that the sound and the result of `name` would be mixed up.
  private mutating func shareStandardOutput(_ name: OptionName) {
    guard let output = raw.options.first(where: { $0.name == .output }),
      let other = raw.options.first(where: { $0.name == name })
    else { return }
    find(
      .bothOnStandardOutput("\(output.typed) -", other.typed), at: max(output.index, other.index))
  }
}
