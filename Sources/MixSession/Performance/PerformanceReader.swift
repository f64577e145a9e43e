import MixEngine
import TOML

/// Reads events files: one JSON object a line.
public struct PerformanceReader {
  /// Understands what was performed, or says everything that is wrong with it.
  ///
  /// - Parameters:
  ///   - bytes: the file's. A last line that is broken off (the program that wrote it was killed) is
  ///     left out, with a warning.
  ///   - file: its name as it was typed, for messages.
  ///   - plan: the session that it is for; its addresses are those that may stand in it, until a line
  ///     says that another session was read.
  ///   - settings: of the command line, for sessions that stand in it.
  /// - Returns: the performance, unless there is an error; errors and warnings in the order of the
  ///   text.
  ///
  /// Any thread. Touches no file, and never traps, whatever the bytes.
  public static func read(
    bytes: [UInt8], file: String, for plan: SessionPlan, settings: [String] = []
  ) -> (performance: Performance?, diagnostics: [Diagnostic]) {
    // Places count in 32 bits.
    guard bytes.count < 1 << 30 else {
      let start = SourcePosition(offset: 0, line: 1, column: 1)
      let place = DiagnosticPlace(file: file, range: SourceRange(start: start, end: start))
      return (nil, [Diagnostic("an events file has at most 1 GiB", at: place)])
    }
    var reader = PerformanceReader(bytes: bytes, file: file, plan: plan, settings: settings)
    reader.readLines()
    let performance = reader.finish()
    return (reader.reading.hasErrors ? nil : performance, reader.reading.sortedDiagnostics)
  }

  /// An entry that is known only by its line.
  private struct Line {
    let frame: Int64
    let kind: PerformanceKey
    let members: [JSONNode.Member]
    let range: SourceRange

    subscript(key: PerformanceKey) -> JSONNode? {
      members.first { $0.key == key.rawValue }?.value
    }

    func keyRange(_ key: PerformanceKey) -> SourceRange {
      members.first { $0.key == key.rawValue }?.keyRange ?? range
    }
  }

  private let file: String
  private let settings: [String]
  private let plan: SessionPlan
  private var reading: SessionReading
  private var header = PerformanceHeader()
  private var lines: [Line] = []

  private init(bytes: [UInt8], file: String, plan: SessionPlan, settings: [String]) {
    self.file = file
    self.settings = settings
    self.plan = plan
    reading = SessionReading(
      source: SessionSource(file: file, bytes: bytes), paths: [:], isBroken: false)
  }

  // MARK: Lines

  private mutating func readLines() {
    let bytes = reading.source.bytes
    var start = 0, number = 1, isFirst = true
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      defer {
        start = end + 1
        number += 1
      }
      guard bytes[start..<end].contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else {
        continue
      }
      switch JSONLineReader.object(in: bytes, start..<end, line: number) {
      case .success(let node): read(node, isFirst: isFirst)
      case .failure(let fault):
        if end == bytes.count {
          reading.warn("the last line is broken off: it is left out", at: fault.range)
        } else {
          reading.error(fault.message, at: fault.range, help: fault.help)
        }
      }
      isFirst = false
    }
  }

  private mutating func read(_ node: JSONNode, isFirst: Bool) {
    guard case .object(let members) = node.kind else { return }
    if let key = members.first(where: { $0.key == PerformanceKey.performance.rawValue }) {
      guard isFirst else {
        return reading.error("this belongs into the first line", at: key.keyRange)
      }
      return readHeader(members)
    }
    guard let frame = frame(members, node.range) else { return }
    let kinds = PerformanceKey.ofEntry.filter { kind in
      members.contains { $0.key == kind.kind.rawValue }
    }
    guard let kind = kinds.first else {
      if !tellUnknown(members, known: PerformanceKey.allCases, of: "an event") {
        reading.error(
          "nothing says what happens here", at: node.range,
          help: #""to":"player.a.gain","value":-6"#)
      }
      return
    }
    let known = [.frame, kind.kind] + kind.others
    if tellUnknown(members, known: known, of: "an event with '\(kind.kind.rawValue)'") { return }
    lines.append(Line(frame: frame, kind: kind.kind, members: members, range: node.range))
  }

  /// Tells of keys that can't stand there. Whether there are any.
  private mutating func tellUnknown(
    _ members: [JSONNode.Member], known: [PerformanceKey], of owner: String
  ) -> Bool {
    let names = known.map(\.rawValue)
    var isWrong = false
    for member in members where !names.contains(member.key) {
      isWrong = true
      reading.error(
        "'\(Shown.word(member.key))' is not a key of \(owner)", at: member.keyRange,
        help: Shown.help(nearest: NearestName.find(member.key, in: names), all: nil))
    }
    return isWrong
  }

  /// The frame that a line has; nil, and told, when it has none.
  private mutating func frame(
    _ members: [JSONNode.Member], _ range: SourceRange
  ) -> Int64? {
    guard let value = members.first(where: { $0.key == PerformanceKey.frame.rawValue })?.value
    else {
      if !tellUnknown(members, known: PerformanceKey.allCases, of: "an event") {
        reading.error("an event needs 'frame'", at: range)
      }
      return nil
    }
    return whole(value, named: .frame, from: Self.earliest)
  }

  // MARK: Numbers and texts

  /// A little before 0: what makes up for the latency of a mix lies there.
  private static let earliest: Int64 = -(1 << 24)

  private var latest: Int64 { plan.sampleRate.value.frames(seconds: PositionText.limit) }

  private mutating func whole(
    _ node: JSONNode, named key: PerformanceKey, from low: Int64
  ) -> Int64? {
    guard case .number(let text) = node.kind else {
      reading.error("\(key.rawValue) is a number, not \(node.shownKind)", at: node.range)
      return nil
    }
    let number = Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }
    guard let number else {
      let isLarge = Double(text).map { abs($0) > 1e15 } ?? true
      reading.error(
        isLarge
          ? "\(key.rawValue) must be within 100 days"
          : "\(key.rawValue) is a whole number, not \(Shown.typedNumber(text))", at: node.range)
      return nil
    }
    guard number >= low else {
      reading.error(
        "\(key.rawValue) must be \(max(low, 0)) or more, not \(Shown.typedNumber(text))",
        at: node.range)
      return nil
    }
    guard number <= latest else {
      reading.error(
        "\(key.rawValue) must be within 100 days, \(latest) frames", at: node.range)
      return nil
    }
    return number
  }

  private mutating func text(_ node: JSONNode, named key: PerformanceKey) -> Placed<String>? {
    guard case .text(let text) = node.kind else {
      reading.error("\(key.rawValue) is text, not \(node.shownKind)", at: node.range)
      return nil
    }
    return Placed(text, at: node.range)
  }

  private mutating func texts(_ node: JSONNode, named key: PerformanceKey) -> [String]? {
    guard case .list(let elements) = node.kind else {
      reading.error("\(key.rawValue) is a list of texts, not \(node.shownKind)", at: node.range)
      return nil
    }
    var found: [String] = []
    for element in elements {
      if let text = text(element, named: key) { found.append(text.value) }
    }
    return found
  }

  private mutating func hashes(
    _ node: JSONNode
  ) -> [(player: String, hash: Placed<String>)] {
    guard case .object(let members) = node.kind else {
      reading.error("files is an object, not \(node.shownKind)", at: node.range)
      return []
    }
    var found: [(player: String, hash: Placed<String>)] = []
    for member in members {
      if let hash = text(member.value, named: .files) { found.append((member.key, hash)) }
    }
    return found
  }

  private mutating func paths(
    _ node: JSONNode
  ) -> [(input: String, path: Placed<String>)] {
    guard case .object(let members) = node.kind else {
      reading.error("inputs is an object, not \(node.shownKind)", at: node.range)
      return []
    }
    return members.compactMap { member in
      text(member.value, named: .inputs).map { (member.key, $0) }
    }
  }

  private mutating func readHeader(_ members: [JSONNode.Member]) {
    _ = tellUnknown(members, known: PerformanceKey.ofHeader, of: "the first line")
    for member in members {
      switch PerformanceKey(rawValue: member.key) {
      case .performance:
        guard let version = whole(member.value, named: .performance, from: 1) else { continue }
        if version != PerformanceHeader.version {
          reading.error(
            "this is an events file of version \(version), and version \(PerformanceHeader.version) is understood",
            at: member.value.range)
        }
      case .stackdeck: header.program = text(member.value, named: .stackdeck)
      case .session: header.session = text(member.value, named: .session)
      case .text: header.text = text(member.value, named: .text)
      case .sampleRate:
        guard let rate = whole(member.value, named: .sampleRate, from: 1) else { continue }
        header.sampleRate = Placed(Int(rate), at: member.value.range)
        if rate != plan.sampleRate.value.hertz {
          reading.error(
            "this was performed at \(rate) Hz, and the session has \(plan.sampleRate.value.hertz) Hz",
            at: member.value.range, help: "--set session.sample_rate=\(rate)")
        }
      case .set:
        header.settings = texts(member.value, named: .set).map {
          Placed($0, at: member.value.range)
        }
      case .files: header.files = hashes(member.value)
      case .inputs: header.inputs = paths(member.value)
      default: break
      }
    }
  }

  // MARK: Entries

  private mutating func finish() -> Performance {
    // Swift's sort keeps the order of equals.
    lines.sort { $0.frame < $1.frame }
    var entries: [PerformanceEntry] = []
    var sessions = [(from: Int64.min, plan: plan, addresses: plan.addresses)]
    for line in lines {
      while sessions.count > 1, sessions[1].from <= line.frame { sessions.removeFirst() }
      guard let deed = deed(line, sessions[0].plan, sessions[0].addresses) else { continue }
      if case .reload(let reload) = deed {
        sessions.append((reload.done, reload.plan, reload.plan.addresses))
      }
      entries.append(PerformanceEntry(frame: line.frame, deed: deed, range: line.range))
    }
    return Performance(header: header, entries: entries)
  }

  private mutating func deed(
    _ line: Line, _ plan: SessionPlan, _ addresses: AddressBook
  ) -> PerformanceEntry.Deed? {
    switch line.kind {
    case .to: return change(line, addresses)
    case .skip:
      guard let player = player(line, plan), let node = line[.skip] else { return nil }
      guard case .number(let text) = node.kind, let seconds = Double(text),
        abs(seconds) <= PositionText.limit
      else {
        reading.error("skip is a number of seconds, within 100 days", at: node.range)
        return nil
      }
      return .skip(player: player, seconds: seconds)
    case .pages:
      guard let player = player(line, plan),
        let word = line[.pages].flatMap({ text($0, named: .pages) })
      else { return nil }
      guard let pages = PerformancePages(rawValue: word.value) else {
        let words = PerformancePages.allCases.map(\.rawValue)
        reading.error(
          "pages is \(Shown.choice(words.map { "\"\($0)\"" })), not \"\(Shown.word(word.value))\"",
          at: word.range!,
          help: Shown.help(nearest: NearestName.find(word.value, in: words), all: nil))
        return nil
      }
      var left: Int64 = 0
      if let node = line[.left] {
        guard let frames = whole(node, named: .left, from: 0) else { return nil }
        left = frames
      }
      return .pages(player: player, pages, left: Int(left))
    case .reload: return reload(line)
    case .lost:
      guard let count = line[.lost].flatMap({ whole($0, named: .lost, from: 1) }) else {
        return nil
      }
      reading.warn(
        count == 1 ? "an event was lost here" : "\(count) events were lost here",
        at: line[.lost]!.range, help: "what follows may not be what was heard")
      return .lost(Int(count))
    case .end:
      if case .boolean(true)? = line[.end]?.kind { return .end }
      reading.error("end is true", at: line[.end]?.range ?? line.range)
      return nil
    default: return nil
    }
  }

  /// The player that a line names.
  private mutating func player(_ line: Line, _ plan: SessionPlan) -> String? {
    guard let node = line[.player] else {
      reading.error("an event with '\(line.kind.rawValue)' needs 'player'", at: line.range)
      return nil
    }
    guard let name = text(node, named: .player) else { return nil }
    let players = plan.strips.filter { $0.player != nil }.map(\.name)
    if players.contains(name.value) { return name.value }
    reading.error(
      "no player is named '\(Shown.word(name.value))'", at: node.range,
      help: Shown.help(nearest: NearestName.find(name.value, in: players), all: nil))
    return nil
  }

  private mutating func change(
    _ line: Line, _ addresses: AddressBook
  ) -> PerformanceEntry.Deed? {
    guard let address = line[.to].flatMap({ text($0, named: .to) }), let range = address.range
    else { return nil }
    let entry: AddressEntry
    switch addresses.resolveKept(address.value) {
    case .success(let found): entry = found
    case .failure(let problem):
      reading.error(problem.message, at: range, help: problem.help)
      return nil
    }
    if case .action(let action, _) = entry, !action.hasFrame {
      reading.error("\(address.value) can't be an event", at: range)
      return nil
    }
    var frames: Int64 = 0
    if let node = line[.overFrames] {
      guard let count = whole(node, named: .overFrames, from: 0) else { return nil }
      if count > 0, !entry.isNumber {
        reading.error(
          "over_frames is for numbers, \(address.value) is \(entry.withArticle)",
          at: line.keyRange(.overFrames))
        return nil
      }
      frames = count
    }
    var isInTurn = false
    if let node = line[.inTurn] {
      guard case .boolean(let isOn) = node.kind else {
        reading.error("in_turn is true or false, not \(node.shownKind)", at: node.range)
        return nil
      }
      isInTurn = isOn
    }
    let typed = line.members.first { $0.key == PerformanceKey.value.rawValue }
    var value: TOMLTable.Entry?
    if let typed {
      guard let converted = converted(typed.value, for: entry) else { return nil }
      value = TOMLTable.Entry(
        key: TOMLKey(name: typed.key, range: typed.keyRange), value: converted)
    }
    guard let read = reading.readValue(value, of: entry, address.value, owner: line.range)
    else { return nil }
    if entry.isAction { return .action(address: address.value, read.value) }
    return frames > 0
      ? .move(address: address.value, read.value, frameCount: frames)
      : .change(address: address.value, read.value, isInTurn: isInTurn)
  }

  /// A value as one of a session, so that it is checked as that is.
  private mutating func converted(_ node: JSONNode, for entry: AddressEntry) -> TOMLValue? {
    let kind: TOMLValue.Kind
    switch node.kind {
    case .boolean(let isOn): kind = .boolean(isOn)
    case .text("-inf") where !entry.takesText: kind = .float(-.infinity)
    case .text(let text): kind = .string(text)
    case .number(let text):
      // A parameter is a 32-bit number: rounded once, from the text.
      if case .parameter = entry {
        kind = .float(Float(text).map { Double($0) } ?? .nan)
      } else {
        kind = .float(Double(text) ?? .nan)
      }
    case .null, .list, .object:
      reading.error(
        "a value is a number, text, true or false, not \(node.shownKind)", at: node.range)
      return nil
    }
    return TOMLValue(kind: kind, range: node.range)
  }

  private mutating func reload(_ line: Line) -> PerformanceEntry.Deed? {
    guard let text = line[.reload].flatMap({ text($0, named: .reload) }) else { return nil }
    var done = line.frame
    if let node = line[.done] {
      guard let frame = whole(node, named: .done, from: line.frame) else { return nil }
      done = frame
    }
    let files = line[.files].map { hashes($0) } ?? []
    let (plan, diagnostics) = SessionReader.read(
      bytes: Array(text.value.utf8), file: file, settings: settings)
    guard let plan else {
      let first = diagnostics.first { $0.severity == .error }
      reading.error(
        "the session that was read here has mistakes", at: text.range!,
        help: first.map { "its line \($0.place.line): \($0.message)" })
      return nil
    }
    return .reload(
      PerformanceReload(begin: line.frame, done: done, plan: plan, files: files))
  }
}
