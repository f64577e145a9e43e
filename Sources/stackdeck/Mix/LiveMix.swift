import Glibc
import MixEngine
import MixIO
import MixSession

/// A mix that plays: its screen, its keys, and what it tells until it ends.
///
/// Control thread: the one that runs the event loop.
final class LiveMix {
  let mix: Mix
  let output: any AudioOutput
  let options: LiveOptions
  let verb: Verb
  let messages: Messages
  var watch: SessionWatch?
  /// Keeps what is performed; nil: nobody does.
  var keeper: PerformanceKeeper?
  /// What inputs listen to, and other outputs play on.
  var devices: LiveDevices?
  /// What `play` does by itself; nil for `run`.
  var queue: PlayQueue?
  /// The MIDI controllers; nil where there is none to listen to.
  private(set) var controllers: Controllers?
  /// A performance to play along.
  var midiFile: StandardMIDIFile?
  /// The maps that are used beside the session's.
  var selection: ControllerSelection?
  /// Whether somebody asked for controllers: then it is said when there is none.
  var isAskedForControllers = true

  func use(_ controllers: Controllers) { self.controllers = controllers }

  private let verbosity: CommonOptions.Verbosity
  private let screen: TerminalScreen?
  private var loop: EventLoop!
  private var takes = TakeLog()
  private var view: LiveView
  private var selected = 0
  private var showsHelp = false
  /// What stands on the screen's line for messages, and until when (ticks).
  private var message: (text: String, ticks: Int)?
  /// The address that the message is about, while it is a hint to a hand.
  private var hinted: String?
  private var ticks = 0
  private var ticksPerSecond = 1
  /// Sessions that are still to be read again, of what is played back.
  private var reloads: [PerformanceReload] = []
  /// Recorders whose takes end with the run.
  private var endedTakes: Set<Int32> = []
  private var lastMinute = -1
  let encoding = TextEncoding.ofLocale()

  init(
    _ mix: Mix, _ output: any AudioOutput, _ options: LiveOptions, _ verb: Verb,
    _ verbosity: CommonOptions.Verbosity, _ messages: Messages
  ) {
    self.mix = mix
    self.output = output
    self.options = options
    self.verb = verb
    self.verbosity = verbosity
    self.messages = messages
    screen = options.isHeadless || options.printsJSON ? nil : TerminalScreen()
    view = LiveView(mix)
  }

  /// Whether somebody could press a key or a pad.
  private var hasHands: Bool {
    loop.readsKeys || controllers?.connected.isEmpty == false
      || controllers?.isPlayingFile == true
  }

  /// Runs until the end, and closes everything.
  func run() -> ExitStatus {
    if let screen { messages.sink = { screen.print($0) } }
    reloads = mix.performance?.reloads ?? []
    // What is kept must be taken before there is too much of it.
    // So must be what is measured before the first take.
    let isMeasured = devices.map { $0.aligner.preroll > 0 } ?? false
    let isQuick = screen != nil || keeper != nil || !reloads.isEmpty || isMeasured
    ticksPerSecond = isQuick ? 25 : 1
    loop = EventLoop(screen: screen, ticksPerSecond: ticksPerSecond)
    openControllers()
    // What is to end later is sound to come: it must be known before takes end by themselves.
    endTakesAtEnd()
    settleTakes()
    tellPriority()
    if options.printsJSON { mix.measureNodes() }
    if let wait = devices?.aligner.preroll, wait > 0 {
      say("begins in \(Int(wait)) s: what the devices delay is measured, so that takes line up")
    }
    var status: ExitStatus?
    show()
    while status == nil {
      switch loop.next() {
      case .key(let key):
        if let command = KeyBinding.command(of: key, for: verb) {
          if command == .quit { status = .done } else { perform(command) }
          show()
        }
      case .tick:
        status = tick()
      case .resized, .resumed:
        show()
      case .woken:
        tellControllers()
      case .suspending, .readable:
        break
      case .close(let asked):
        status = asked
      }
    }
    return close(status ?? .done)
  }

  private func close(_ status: ExitStatus) -> ExitStatus {
    controllers?.close()
    completeTakes()
    output.close()
    devices?.close()
    if options.printsJSON { printJSON("ended") }
    mix.finish()
    screen?.show([])
    loop.close()
    messages.sink = { Descriptor.standardError.write($0) }
    takes.update(mix.takes, rate: mix.sampleRate, messages)
    tellEvents()
    let isKept = keeper?.finish(at: mix.renderer.nextFrame, mix.renderer, messages) ?? true
    if status == .done, takes.isIncomplete || !isKept { return .incompleteRecording }
    return status
  }

  private func tellPriority() {
    guard let pulse = output as? PulseOutput, let isGranted = pulse.hasRealtimePriority else {
      return
    }
    messages.detail(
      isGranted
        ? "real-time priority: yes"
        : "real-time priority: no, the system does not permit it; a busy machine may be heard")
  }

  /// Takes end with the sound where nobody can make more of it, and no other file is to come.
  private func settleTakes() {
    mix.renderer.ending.setEndsTakes(
      !hasHands && !options.stays && !mix.plan.soundsForEver && performedFrame == nil
        && queue?.isAtLast(self) ?? true)
  }

  /// When the run ends, whatever sounds; nil: when nothing can sound any more.
  private var endFrame: Int64? {
    let asked = options.duration.map { mix.sampleRate.frames(seconds: $0) }
    return [asked, performedFrame].compactMap(\.self).min()
  }

  /// When what is played back ends, and the run with it.
  private var performedFrame: Int64? { options.stays ? nil : mix.performance?.endFrame }

  private func endTakesAtEnd() {
    guard let frame = endFrame else { return }
    for tap in mix.build.recorders.values where endedTakes.insert(tap.slot).inserted {
      mix.renderer.send(Action(.endTake, target: tap.slot, frame: frame), from: .control)
    }
  }

  // MARK: Every now and then

  private func tick() -> ExitStatus? {
    ticks += 1
    tellEvents()
    keeper?.flush(mix.renderer, messages)
    playBackReload()
    tellOutput()
    tellDevices()
    tellControllers()
    takes.update(mix.takes, rate: mix.sampleRate, messages)
    mix.renderer.collect()
    for player in mix.build.players.values { player.collect() }
    queue?.tick(self)
    if queue != nil || controllers != nil { settleTakes() }
    if watch?.hasChanged(mix.plan) == true { reload() }
    if case .failed(let problem) = output.state {
      messages.print(ServerWords.problem(problem, verb: verb))
      return .noDevice
    }
    if hasEnded { return .done }
    show()
    if ticks % ticksPerSecond == 0 { tellProgress() }
    return nil
  }

  /// Whether nothing can sound any more, and what sounded has been heard.
  private var hasEnded: Bool {
    let frame = mix.renderer.clock.frame
    if let end = endFrame, frame >= end + Int64(devices?.aligner.delay ?? 0) { return true }
    if options.stays || performedFrame != nil || mix.plan.soundsForEver { return false }
    if let queue, !queue.isDone(self) { return false }
    if controllers?.isPlayingFile == true { return false }
    // A hand on a pad may start any player again.
    if queue == nil, mix.build.endSlot == nil, controllers?.connected.isEmpty == false {
      return false
    }
    guard let end = mix.renderer.ending.endFrame else { return false }
    if hasHands, mix.build.endSlot == nil, !mix.allPlayersHaveEnded { return false }
    let latency = output.latency.map { Double($0.components.attoseconds) / 1e18 } ?? 0
    return frame >= end + mix.sampleRate.frames(seconds: latency)
  }

  /// What the render thread tells.
  private func tellEvents() {
    var event = RenderEvent(.parameter, target: -1, frame: 0)
    while mix.renderer.events.pop(into: &event) {
      keeper?.keep(event, mix.engine.parameters)
      switch event.kind {
      case .underrun:
        say("player \(name(of: event.target)): the disk was too slow, sound is missing", .warning)
      case .nonFinite:
        say("\(name(of: event.target)) made what is no sound; it was silenced", .warning)
      case .gap:
        say("\(name(of: event.target)): the disk is too slow for the take", .warning)
      case .ended:
        if event.detail == RenderEvent.EndReason.failed.rawValue { tellFailure(event.target) }
        queue?.playerEnded(event.target, self)
      case .started:
        queue?.playerStarted(event.target, self)
      default: break
      }
    }
  }

  private func tellFailure(_ slot: Int32) {
    for (name, player) in mix.build.players where player.slot == slot {
      guard let file = mix.files[name], let failure = file.failure else { continue }
      say("player \(name): \(FilePath(bytes: file.path).shown): \(failure)", .error)
    }
  }

  private func name(of slot: Int32) -> String {
    for (name, player) in mix.build.players where player.slot == slot { return name }
    for (name, tap) in mix.build.recorders where tap.slot == slot { return "recorder.\(name)" }
    return mix.build.graph.modules.first { $0.slot == slot }.map(\.address) ?? "something"
  }

  private func tellOutput() {
    for notice in output.takeNotices() {
      switch notice.event {
      case .volume(let volume):
        if volume.isMuted {
          say("somebody muted this stream in the mixer of the sound server", .warning)
        } else if volume.percent != 100 {
          say("the sound server plays this stream at \(volume.percent) %", .warning)
        }
      case .state(let state):
        switch state {
        case .moved(let device, _): say("now playing on \(device.description)", .note)
        case .reconnecting(let problem, let attempt) where attempt <= 1:
          say("\(problem.description); waiting for it", .warning)
        case .suspended(let device): say("\(device.description) is suspended", .warning)
        case .running(let device, let latency):
          let milliseconds = Int(
            Double(latency.components.seconds) * 1000
              + Double(latency.components.attoseconds) / 1e15)
          messages.detail("playing on \(device.description), \(milliseconds) ms")
        default: break
        }
      }
    }
  }

  // MARK: What a person sees

  /// Says something on the screen's message line and, without a screen, as a message.
  func say(_ text: String, _ severity: Problem.Severity = .note) {
    hinted = nil
    if screen != nil {
      message = (severity == .note ? text : "\(severity.rawValue): \(text)", 25 * 8)
    }
    if screen == nil || severity != .note {
      if severity == .note {
        messages.say(text)
      } else {
        messages.print(Problem(text, severity: severity))
      }
    }
  }

  /// Says on the screen what a hand has to do; nil: nothing more about this address.
  func hint(_ text: String?, about address: String) {
    guard screen != nil else { return }
    if let text {
      // What went wrong stays in view.
      if let message, hinted == nil, message.text.hasPrefix("error") { return }
      message = (text, 25 * 4)
      hinted = address
    } else if hinted == address {
      message = nil
      hinted = nil
    }
  }

  private func show() {
    guard let screen else { return }
    if let (text, left) = message { message = left > 0 ? (text, left - 1) : nil }
    screen.show(
      MixLayout.lines(
        currentView(), for: verb, size: screen.size, screen.encoding))
  }

  private func currentView() -> MixView {
    var shown = view.make(output, devices, selected: selected)
    shown.message = message?.text
    if let controllers {
      let ports = controllers.ports
      shown.controllers = controllers.connected.map { ControllerWords.name(of: $0, ports) }
      shown.lostMessageCount = controllers.lostCount
    }
    shown.help = showsHelp ? KeyBinding.help(for: verb, encoding) : []
    return shown
  }

  /// Without a screen: a line a minute, or JSON a second.
  private func tellProgress() {
    guard screen == nil else { return }
    if options.printsJSON { return printJSON("status") }
    let minute = Int(
      mix.sampleRate.seconds(frames: max(mix.renderer.clock.frame, 0)) / 60)
    guard minute != lastMinute else { return }
    lastMinute = minute
    messages.say(MixLayout.summary(currentView(), encoding))
  }

  private func printJSON(_ kind: String) {
    var json = JSONWriter()
    let shown = currentView()
    json.object { json in
      json.field("event", kind)
      json.field(
        "time", mix.sampleRate.seconds(frames: max(mix.renderer.clock.frame, 0)))
      shown.write(to: &json)
      let load = mix.renderer.load.report()
      json.object("load") { json in
        json.field("p99", load.percentile99)
        json.field("worst", load.worst)
        json.field("late", load.late)
        json.object("nodes") { json in
          for node in mix.nodeLoads { json.field(node.address, node.share) }
        }
      }
    }
    Descriptor.standardOutput.write(json.takeLine())
  }

  // MARK: What a person does

  private func perform(_ command: KeyCommand) {
    let names = view.deckNames
    let deck = names.indices.contains(selected) ? names[selected] : nil
    switch command {
    case .quit: break
    case .togglePlay:
      guard let deck, let player = mix.build.players[deck] else { return }
      if mix.files[deck] == nil { return say("player \(deck) is empty") }
      let isPlaying = player.playState == .playing || player.playState == .waiting
      mix.send(Action(isPlaying ? .pause : .play, target: player.slot))
    case .selectDeck(let index):
      if names.indices.contains(index) { selected = index }
    case .selectNextDeck:
      if !names.isEmpty { selected = (selected + 1) % names.count }
    case .seek(let seconds):
      guard let deck, let player = mix.build.players[deck] else { return }
      mix.send(Action(.skip, target: player.slot, value: seconds))
    case .changeGain(let decibels):
      guard let deck else { return }
      let address = "player.\(deck).gain"
      adjust(address, by: Float(decibels), least: -60)
      if let gain = mix.engine.parameters.parameter(named: address) {
        say("\(address) \(LevelText.level(Double(gain.wanted), encoding))")
      }
    case .toggleMute:
      guard let deck, let mute = mix.engine.parameters.parameter(named: "player.\(deck).mute")
      else { return }
      mute.set(mute.wanted > 0.5 ? 0 : 1)
    case .moveCrossfader(let way):
      queue?.handOnCrossfader()
      adjust("crossfader.position", by: Float(way))
    case .fadeOver:
      if queue?.fadeNow(self, over: KeyCommand.fadeOverSeconds) == true { return }
      queue?.handOnCrossfader()
      fadeOver(seconds: KeyCommand.fadeOverSeconds)
    case .loadNext:
      if queue == nil { return say("run has no list of files to load from") }
      queue?.loadNext(self)
    case .toggleRecording:
      guard let name = mix.plan.recorders.first?.name, let tap = mix.build.recorders[name]
      else { return say("this session has no recorder") }
      mix.send(Action(tap.isRecording ? .endTake : .beginTake, target: tap.slot))
    case .reload: reload()
    case .toggleHelp: showsHelp.toggle()
    }
  }

  /// Moves a parameter by hand; below `least` it is −∞.
  private func adjust(_ address: String, by amount: Float, least: Float? = nil) {
    guard let parameter = mix.engine.parameters.parameter(named: address) else { return }
    let range = mix.engine.parameters.descriptor(of: parameter.index).range
    var value = parameter.wanted
    if let least, value < least { value = amount > 0 ? least : -.infinity } else { value += amount }
    if let least, value < least { value = -.infinity }
    // Tenths stay tenths.
    value = value.isFinite ? (value * 1000).rounded() / 1000 : value
    parameter.set(min(max(value, range.lowerBound), range.upperBound))
  }

  /// Moves the crossfader to the side it is not on.
  func fadeOver(seconds: Double) {
    guard let position = mix.engine.parameters.parameter(named: "crossfader.position") else {
      return say("this session has no crossfader")
    }
    mix.send(
      Action(
        .cross, target: position.index, duration: mix.sampleRate.frames(seconds: seconds)))
  }

  /// Reads the session again; with a mistake the one that plays goes on.
  func reload() {
    guard let watch else { return say("there is no session file to read again") }
    let loaded = SessionLoader.load(watch.path, settings: watch.settings, messages)
    guard let plan = loaded.flatMap({ selection?.applied(to: $0) ?? $0 }),
      let (change, transition) = mix.update(to: plan)
    else {
      message = (
        "error: \(watch.path.shown) has mistakes; the session from before plays on", 25 * 60
      )
      return
    }
    tellReload(change, transition)
    for address in change.waiting { say("\(address) counts from the next run on", .warning) }
  }

  /// Sends a session that was read again when it was performed on its way, some time ahead.
  private func playBackReload() {
    guard let reload = reloads.first,
      mix.renderer.clock.frame + Int64(mix.sampleRate.hertz) >= reload.begin
    else { return }
    reloads.removeFirst()
    let loaded = MapLoader(messages).load(reload.plan, base: mix.base) ?? reload.plan
    let plan = selection?.applied(to: loaded) ?? loaded
    guard let update = mix.update(to: plan, at: (reload.begin, reload.done)) else { return }
    PerformanceLoader(messages).compare(reload.files, with: mix)
    tellReload(update.change, update.transition)
  }

  private func tellReload(_ change: SessionChange, _ transition: GraphTransition) {
    keeper?.expect(transition, mix)
    devices?.update()
    endTakesAtEnd()
    view = LiveView(mix)
    updateControllers()
    say("reloaded: \(change.text)")
  }
}
