import Glibc
import MixEngine
import MixIO
import MixSession

/// A session made ready: its files are open, its graph is built, its recorders can write.
///
/// Control thread.
final class Mix {
  let engine: Engine
  private(set) var plan: SessionPlan
  private(set) var build: SessionBuild
  private(set) var takes: [TakeWriter] = []
  /// What the players play, by strip.
  private(set) var files: [String: SoundFile] = [:]
  let base: FilePath
  let isOffline: Bool
  /// What is played back.
  let performance: Performance?
  /// Where the files of its inputs lie.
  private let performanceDirectory: FilePath?
  private let keptEvents: FilePath?

  private let mends: Bool
  /// Players that know which of their pages were missing.
  private var knownPlayers: Set<ObjectIdentifier> = []

  private let builder: SessionBuilder
  private let pool: FileReaderPool
  private let messages: Messages
  private var running: RunningGraph?
  private var clock: TakeClock
  /// The render clock's frame that is rendered first.
  private(set) var firstFrame: Int64 = 0

  var renderer: Renderer { engine.renderer }
  var sampleRate: SampleRate { renderer.sampleRate }

  /// Opens and builds everything; what is wrong is printed, and nil returned.
  ///
  /// - Parameters:
  ///   - performance: what is played back.
  ///   - mends: whether gaps that it had are left out.
  ///   - keptEvents: where what is performed is kept; what live inputs bring is kept beside it.
  init?(
    _ plan: SessionPlan, base: FilePath, isOffline: Bool, performance: Performance? = nil,
    mends: Bool = false, performanceDirectory: FilePath? = nil, keptEvents: FilePath? = nil,
    _ messages: Messages
  ) {
    self.keptEvents = keptEvents
    self.performanceDirectory = performanceDirectory
    self.performance = performance
    self.mends = mends
    self.plan = plan
    self.base = base
    self.isOffline = isOffline
    self.messages = messages
    pool = FileReaderPool(mode: isOffline ? .inline : .threads)
    let rate = plan.sampleRate.value
    engine = Engine(sampleRate: rate, isOffline: isOffline)
    clock = isOffline ? .offline(rate) : .live

    var isGood = true
    for strip in plan.strips {
      guard let path = strip.player?.file else { continue }
      switch Self.open(path.value, pool, base: Self.base(of: path, plan, base)) {
      case .success(let file): files[strip.name] = file
      case .failure(let problem):
        messages.print(
          Self.diagnostic(problem, path: path, plan), bytes: plan.source.bytes)
        isGood = false
      }
    }
    let formats = Self.formats(plan, rate, messages)
    var options = SessionBuilder.Options()
    options.hasMeters = !isOffline
    options.hasOutputs = !isOffline
    options.keepsInputs = keptEvents != nil
    options.playsBackInputs = isOffline || performance != nil
    // Hands may move what the session itself never moves, and what is played back stands in the graph
    // as it did when it was played.
    options.omitsIdle = isOffline && plan.midi.sections.isEmpty && performance == nil
    options.movedAddresses = performance?.addresses ?? []
    options.makeRecorder = { plan, parameters, delay in
      RecorderTap(
        address: plan.address, parameters: parameters,
        format: formats?[plan.name]?.ringFormat(isDithered: false) ?? .float,
        ringFrameCount: isOffline ? 65536 : 10 * rate.hertz, delay: delay)
    }
    builder = SessionBuilder(engine: engine, options: options)
    do { build = try builder.build(plan) } catch {
      for diagnostic in error.diagnostics {
        messages.print(diagnostic, bytes: plan.source.bytes)
      }
      return nil
    }
    guard isGood, let formats else { return nil }
    for strip in plan.strips { load(strip) }
    makeTakes(plan.recorders, formats)
    guard keepInputs() else { return nil }
    loadKeptInputs()
    tellLapses()
  }

  /// Lets players that are new miss their pages as they did when it was performed.
  private func tellLapses() {
    guard let performance, !mends else { return }
    for (name, player) in build.players
    where knownPlayers.insert(ObjectIdentifier(player)).inserted {
      player.setLapses(performance.lapses(of: name))
    }
  }

  /// What the session does by itself, and what is played back.
  private var schedule: [Action] { build.schedule + (performance?.schedule(for: build) ?? []) }

  // MARK: Files

  private static func open(
    _ path: SessionPath, _ pool: FileReaderPool, base: FilePath
  ) -> Result<SoundFile, SoundFileProblem> {
    Result { () throws(SoundFileProblem) in
      try pool.open(path: resolved(path, base).bytes)
    }
  }

  /// Where a path begins: at the session's directory; one of the command line where that was typed.
  private static func base(
    of path: Placed<SessionPath>, _ plan: SessionPlan, _ session: FilePath
  ) -> FilePath {
    path.range.map(plan.source.isSetting) == true ? "." : session
  }

  /// A session's path as the system takes it.
  static func resolved(_ path: SessionPath, _ base: FilePath) -> FilePath {
    let path = FilePath(bytes: path.bytes).expandingHome
    return path.isAbsolute || base.bytes == [UInt8(ascii: ".")] ? path : base.appending(path)
  }

  private static func diagnostic(
    _ problem: SoundFileProblem, path: Placed<SessionPath>, _ plan: SessionPlan
  ) -> Diagnostic {
    let typed = FilePath(bytes: path.value.bytes)
    return plan.diagnostic(
      FileWords.message(problem, typed), at: path.range, help: FileWords.help(problem, typed))
  }

  /// Gives a player its file, with the session's region and loop in frames of that file.
  private func load(_ strip: StripPlan) {
    guard let player = build.players[strip.name] else { return }
    guard let file = files[strip.name] else { return player.load(nil) }
    let cut = Cut(strip.player, file)
    player.load(file, region: cut.region, loopIn: cut.loopIn, loopOut: cut.loopOut)
  }

  /// Gives a player another file from a path, from its first sound or a region on.
  ///
  /// - Returns: what is wrong, for people; nil: it is loaded.
  func load(_ path: FilePath, into name: String, from start: Int64 = 0) -> Problem? {
    guard let player = build.players[name] else { return Problem("no player '\(name)'") }
    do {
      let file = try pool.open(path: path.bytes)
      files[name] = file
      player.load(file, region: start > 0 ? start..<Int64.max : nil)
      return nil
    } catch {
      return Problem(FileWords.message(error, path), help: FileWords.help(error, path))
    }
  }

  // MARK: Kept inputs

  /// Where what an input brings is kept: beside the events.
  func keptFile(of input: String) -> FilePath? {
    keptEvents.map { FilePath(bytes: $0.bytes + Array(".\(input).wav".utf8)) }
  }

  /// Makes the takes of live inputs that go with a kept performance. False, and told, when a file is
  /// there already.
  private func keepInputs() -> Bool {
    for (name, tap) in build.inputTaps.sorted(by: { $0.key < $1.key }) {
      guard let path = keptFile(of: name) else { continue }
      guard path.withCString({ access($0, F_OK) }) != 0 else {
        messages.print(
          Problem(
            "\(path.shown) exists",
            help: "a performance never replaces a file: take another name"))
        return false
      }
      let pattern = FilePath(
        bytes: path.bytes.flatMap { $0 == UInt8(ascii: "%") ? [$0, $0] : [$0] })
      guard
        let format = try? TakeFormat(path: path, encoding: .float, sampleRate: sampleRate)
      else { continue }
      takes.append(
        TakeWriter(
          tap: tap, names: FileNamePattern(pattern, base: "."), format: format, clock: clock))
    }
    return true
  }

  /// Lets what was kept of live inputs stand in their place; what is not there is silent, and told.
  private func loadKeptInputs() {
    guard let performance else { return }
    for (name, player) in build.keptInputs.sorted(by: { $0.key < $1.key }) {
      guard let path = performance.header.inputs.first(where: { $0.input == name })?.path.value
      else {
        messages.print(
          Problem("nothing was kept of input \(name): it is silent", severity: .warning))
        continue
      }
      let file = FilePath(path)
      let place = file.isAbsolute ? file : (performanceDirectory ?? ".").appending(file)
      do {
        let opened = try pool.open(path: place.bytes)
        files[name] = opened
        player.load(opened)
      } catch {
        messages.print(
          Problem(
            "input \(name) is silent: " + FileWords.message(error, place), severity: .warning))
      }
    }
  }

  // MARK: Takes

  private static func formats(
    _ plan: SessionPlan, _ rate: SampleRate, _ messages: Messages
  ) -> [String: TakeFormat]? {
    var formats: [String: TakeFormat] = [:], isGood = true
    for recorder in plan.recorders {
      do {
        formats[recorder.name] = try TakeFormat(
          path: FilePath(bytes: recorder.file.value.bytes),
          encoding: recorder.encoding.flatMap { TakeEncoding(rawValue: $0.value.rawValue) },
          sampleRate: rate)
      } catch {
        messages.print(
          plan.diagnostic(error.description, at: recorder.file.range, help: error.help),
          bytes: plan.source.bytes)
        isGood = false
      }
    }
    return isGood ? formats : nil
  }

  private func makeTakes(_ recorders: [RecorderPlan], _ formats: [String: TakeFormat]) {
    for recorder in recorders {
      guard let tap = build.recorders[recorder.name], let format = formats[recorder.name]
      else { continue }
      let pattern = FilePath(bytes: recorder.file.value.bytes)
      takes.append(
        TakeWriter(
          tap: tap,
          names: FileNamePattern(pattern, base: Self.base(of: recorder.file, plan, base)),
          format: format, clock: clock, hasCueSheet: recorder.cueSheet.value))
    }
  }

  // MARK: Running

  /// Begins: the next request of the output is frame 0, or lies so many seconds before it. A fault of
  /// the program is printed.
  func start(preroll: Double = 0) -> Bool {
    do {
      running = try build.graph.prepare(
        for: engine, helpers: build.helpers, schedule: schedule
      ).start(preroll: Int(sampleRate.frames(seconds: preroll)))
    } catch {
      print(error)
      return false
    }
    firstFrame = renderer.nextFrame
    renderer.ending.watch(build.endSlot)
    guard !isOffline else { return true }
    for take in takes { take.start() }
    waitForFiles()
    return true
  }

  /// Lets the readers be ahead of the first request, or the sound would begin late on a busy machine.
  /// What comes in from a pipe, and a disk that takes longer than half a second, is not waited for.
  private func waitForFiles() {
    let waiting = build.players.filter { files[$0.key]?.info != nil }
    for _ in 0..<500 {
      if waiting.values.allSatisfy({ $0.isReady(frameCount: 4096) }) { return }
      usleep(1000)
    }
  }

  /// Ends what is rendered and completes the takes; the output must have been closed.
  func finish() {
    for take in takes { take.finish() }
    if let graph = running.take() { graph.stop() }
  }

  /// Goes over to another plan while running. What is wrong is printed, and the old one goes on.
  ///
  /// - Parameter frames: when it takes effect; nil: as soon as it can, and this waits for it.
  /// - Returns: what changed, and when; nil: nothing, because something is wrong.
  func update(
    to new: SessionPlan, at frames: (begin: Int64, done: Int64)? = nil
  ) -> (change: SessionChange, transition: GraphTransition)? {
    var opened: [String: SoundFile] = [:], isGood = true
    for strip in new.strips {
      guard let path = strip.player?.file else { continue }
      let before = plan.strip(named: strip.name)?.player?.file
      if files[strip.name] != nil, before?.value == path.value { continue }
      switch Self.open(path.value, pool, base: Self.base(of: path, new, base)) {
      case .success(let file): opened[strip.name] = file
      case .failure(let problem):
        messages.print(Self.diagnostic(problem, path: path, new), bytes: new.source.bytes)
        isGood = false
      }
    }
    guard isGood, Self.formats(new, sampleRate, messages) != nil else { return nil }
    let update: (build: SessionBuild, change: SessionChange)
    do { update = try builder.update(to: new) } catch {
      for diagnostic in error.diagnostics { messages.print(diagnostic, bytes: new.source.bytes) }
      return nil
    }
    var change = GraphChange()
    change.endActions = build.endActions(for: update.change)
    plan = new
    build = update.build
    files = files.filter { name, _ in new.strip(named: name)?.player?.file != nil }
    for (name, file) in opened { files[name] = file }
    stage(update.change, opened: Set(opened.keys))
    tellLapses()
    change.values = build.values
    change.startActions = build.startActions(for: update.change)
    change.watchedSlot = build.endSlot
    change.frames = frames
    let transition: GraphTransition
    do {
      guard
        let begun = try running?.update(
          to: build.graph, helpers: build.helpers, schedule: schedule, change)
      else { return nil }
      transition = begun
    } catch {
      print(error)
      return nil
    }
    startTakes()
    if !isOffline, frames == nil {
      // The clock may stand still (no server): then it happens when sound is back.
      _ = renderer.clock.wait(
        until: transition.done + Int64(Quantum.frameCount), milliseconds: 200)
    }
    return (update.change, transition)
  }

  /// Prepares the players for what the new plan says of them; it takes effect with the graph.
  private func stage(_ change: SessionChange, opened: Set<String>) {
    for strip in plan.strips {
      guard let player = build.players[strip.name] else { continue }
      if opened.contains(strip.name) || change.reloadedPlayers.contains(strip.name) {
        guard let file = files[strip.name] else {
          player.stage(nil)
          continue
        }
        let cut = Cut(strip.player, file)
        player.stage(file, region: cut.region, loopIn: cut.loopIn, loopOut: cut.loopOut)
      } else if change.recutPlayers.contains(strip.name), let file = files[strip.name] {
        let cut = Cut(strip.player, file)
        player.stage(region: cut.region, loopIn: cut.loopIn, loopOut: cut.loopOut)
      }
    }
  }

  /// Lets recorders that are new store what they take.
  private func startTakes() {
    let formats = Self.formats(plan, sampleRate, messages) ?? [:]
    let known = Set(takes.map { ObjectIdentifier($0.tap) })
    let first = takes.count
    makeTakes(
      plan.recorders.filter { recorder in
        build.recorders[recorder.name].map { !known.contains(ObjectIdentifier($0)) } ?? false
      }, formats)
    for take in takes[first...] where !isOffline { take.start() }
  }

  private func print(_ problems: GraphProblems) {
    for diagnostic in build.diagnostics(for: problems) {
      messages.print(diagnostic, bytes: plan.source.bytes)
    }
  }

  // MARK: Actions

  /// Sends an action of a person at this terminal, for as soon as it can act.
  func send(_ action: Action) {
    var action = action
    action.frame = renderer.arrivalFrame
    renderer.send(action, from: .terminal)
  }

  /// Begins to measure what nodes cost.
  func measureNodes() { running?.program.measuresNodes(true) }

  /// What nodes cost, the dearest first.
  var nodeLoads: [NodeLoad] { running?.program.nodeLoads(sampleRate) ?? [] }

  /// Whether every player has come to its end, or has nothing to play.
  var allPlayersHaveEnded: Bool {
    build.players.values.allSatisfy { $0.playState == .ended || $0.playState == .empty }
  }
}
