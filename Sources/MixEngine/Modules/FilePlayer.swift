import Synchronization

/// Plays a file: a source that pushes one stereo buffer a quantum (mono is heard on both sides).
///
/// Pages of the file are read elsewhere, ahead of it; it never waits for them: a missing page is a
/// short cross-fade to silence and a counted underrun. Offline it waits. Where the sound is cut
/// (start in the middle, stop, pause, seek, seam of a loop, missing page) old and new position
/// cross-fade over 5 ms; a file's own first and last frame play untouched, and a loop over the
/// whole file comes round without a cut. At the file's own rate frames are copied bit for bit. A jump
/// to where no page is yet is silent until it comes, and no underrun; the position runs on, so that
/// players stay together. A stream (FIFO) stands still instead, and cannot be sought in.
///
/// Actions: `play` (from where it is; from the start after the end), `pause`, `stop` (stands at the
/// start), `restart`, `seek`, `skip`, `loopIn`, `loopOut`, each at its very frame.
public final class FilePlayer: Module, @unchecked Sendable {
  public static let descriptors: [ParameterDescriptor] = [
    ParameterDescriptor(switch: "loop", default: false)
  ]

  /// What a player does; the words of `player.X.state`.
  public enum State: String, CaseIterable, Sendable {
    case empty, loaded
    /// Told to play; its pages are not there yet.
    case waiting
    case playing, paused, ended
  }

  /// Filters between the frames of files, shared by all players that are not given others.
  ///
  /// 64 taps: errors of tones below −100 dB, 44.1 kHz files flat to beyond 19 kHz.
  /// They are made when the first file needs them: a start without one is some milliseconds shorter.
  public static let interpolators = InterpolatorTable(taps: 64, upTo: 0)

  let state: UnsafeMutablePointer<FilePlayerState>
  private let exchange = FilePlayerExchange()
  private let readings: UnsafeMutablePointer<FilePlayerReadings>
  private let interpolators: InterpolatorTable
  private let loopSwitch: Parameter
  /// What `state` reads; freed with the player.
  private var lapses: UnsafeMutablePointer<FilePlayerLapse>?
  // Control thread only.
  private var latest: UnsafeMutablePointer<FilePlayerCell>?
  private var region: Range<Int64> = 0..<Int64.max
  private var loop: (start: Int64?, end: Int64?) = (nil, nil)
  private var edits: [ModuleEdit] = []
  /// What comes with a program: freed with the player unless the exchange has it.
  private var stagedCells: [UnsafeMutablePointer<FilePlayerCell>] = []
  private var stagedCuts: [UnsafeMutablePointer<FilePlayerCut>] = []
  /// The file that was loaded last.
  public private(set) var file: PlayableFile?

  /// Control thread.
  public init(
    address: String, parameters: ParameterTable,
    interpolators: InterpolatorTable = FilePlayer.interpolators
  ) {
    self.interpolators = interpolators
    loopSwitch = parameters.add(Self.descriptors[0], address: address + ".loop")
    readings = .allocate(capacity: 1)
    readings.initialize(to: FilePlayerReadings())
    state = .allocate(capacity: 1)
    state.initialize(
      to: FilePlayerState(
        exchange: exchange, readings: readings, interpolator: interpolators.interpolator,
        sampleRate: SampleRate(48_000)))
    super.init(address: address, parameters: parameters)
    isActive = false
  }

  deinit {
    // Those that were given are freed by whoever has them: they are told apart while all are there.
    forgetGivenCells()
    for cell in stagedCells { exchange.free(cell) }
    if let table = state.pointee.table { table.release(&state.pointee.cursor) }
    exchange.free(state.pointee.cell)
    exchange.deallocate()
    for cut in stagedCuts { cut.deallocate() }
    state.pointee.deallocate()
    state.deallocate()
    lapses?.deallocate()
    readings.deinitialize(count: 1)
    readings.deallocate()
  }

  override public func prepare(sampleRate: SampleRate) {
    if sampleRate.hertz != state.pointee.engineRate {
      state.pointee.deallocate()
      state.pointee = FilePlayerState(
        exchange: exchange, readings: readings, interpolator: interpolators.interpolator,
        sampleRate: sampleRate)
    }
    state.pointee.slot = slot
    if let file { prepareInterpolator(for: file) }
  }

  // MARK: Control thread

  /// Plays another file, or none; it stands at its region's start. What sounded fades out.
  ///
  /// The file before is released here, on the control thread, by the next `load` or `collect`.
  /// - Parameters:
  ///   - region: file frames that are played; nil: all.
  ///   - loopIn, loopOut: what `player.X.loop` repeats, in file frames; nil: the region's ends.
  public func load(
    _ file: PlayableFile?, region: Range<Int64>? = nil, loopIn: Int64? = nil, loopOut: Int64? = nil
  ) {
    let untaken = exchange.put(makeCell(file, region, (loopIn, loopOut)))
    collect()
    exchange.free(untaken)
  }

  /// As `load`, but with the next program of the graph; a player that plays then goes on with the
  /// new file, from its region's start.
  public func stage(
    _ file: PlayableFile?, region: Range<Int64>? = nil, loopIn: Int64? = nil, loopOut: Int64? = nil
  ) {
    let cell = makeCell(file, region, (loopIn, loopOut), isStaged: true)
    stagedCells.append(cell)
    edits.append(ModuleEdit(kind: EditCode.file, value: Int(bitPattern: cell)))
  }

  private func makeCell(
    _ file: PlayableFile?, _ region: Range<Int64>?, _ loop: (start: Int64?, end: Int64?),
    isStaged: Bool = false
  ) -> UnsafeMutablePointer<FilePlayerCell> {
    self.file = file
    self.region = Self.valid(region)
    self.loop = loop
    if let file { prepareInterpolator(for: file) }
    let cell = UnsafeMutablePointer<FilePlayerCell>.allocate(capacity: 1)
    cell.initialize(
      to: FilePlayerCell(
        file, region: self.region, loop: loopRange, goesOn: isStaged, isGiven: !isStaged))
    file?.table.setHead(self.region.lowerBound, goesBack: false)
    file?.table.setJumps(
      start: self.region.lowerBound, loopIn: loopRange.lowerBound, loopOut: loopRange.upperBound,
      loops: false)
    file?.table.call()
    latest = cell
    return cell
  }

  /// Releases a file that was played before, once it is played no more.
  public func collect() {
    let retired = exchange.takeRetired()
    // Before they are freed: what was retired or is being taken was given before.
    forgetGivenCells()
    exchange.free(list: retired)
  }

  /// The exchange has them.
  private func forgetGivenCells() {
    stagedCells.removeAll { $0.pointee.isGiven.load(ordering: .acquiring) }
  }

  /// Sets what is played, in file frames; nil: all. A loop whose ends were not given goes with it.
  public func setRegion(_ region: Range<Int64>?) {
    self.region = Self.valid(region)
    latest?.pointee.set(region: self.region, loop: loopRange)
  }

  /// Sets what `player.X.loop` repeats, in file frames; nil: the region's ends.
  public func setLoop(in start: Int64?, out end: Int64?) {
    loop = (start, end)
    latest?.pointee.set(region: region, loop: loopRange)
  }

  /// As `setRegion` and `setLoop`, but with the next program of the graph.
  public func stage(region: Range<Int64>?, loopIn: Int64?, loopOut: Int64?) {
    self.region = Self.valid(region)
    loop = (loopIn, loopOut)
    guard let latest else { return }
    let cut = UnsafeMutablePointer<FilePlayerCut>.allocate(capacity: 1)
    cut.initialize(to: FilePlayerCut(region: self.region, loop: loopRange, cell: latest))
    stagedCuts.append(cut)
    edits.append(ModuleEdit(kind: EditCode.cut, value: Int(bitPattern: cut)))
  }

  /// As `setReadAhead`, but with the next program of the graph.
  func stage(readAhead frames: Int) {
    edits.append(ModuleEdit(kind: EditCode.readAhead, value: Self.readAhead(frames)))
  }

  public override func takeEdits() -> [ModuleEdit] {
    defer { edits = [] }
    return edits
  }

  private static func readAhead(_ frames: Int) -> Int { min(max(frames, 0), 1 << 24) }

  /// Keeps pages ready around places that somebody may jump to, in file frames.
  public func setJumpPoints(_ frames: [Int64]) { file?.table.setJumpPoints(frames) }

  /// Lets the player run ahead of the clock, so that its sound comes in time through a path with a
  /// latency.
  ///
  /// - Parameter frames: 0… of the engine; the latency of its path. A start that is told at its
  ///   frame, and no earlier, leaves out so many frames.
  public func setReadAhead(_ frames: Int) {
    readings.pointee.readAhead.store(Self.readAhead(frames), ordering: .relaxed)
  }

  /// Makes the player miss its pages again as it did in a performance that was kept. After the
  /// renderer has adopted it, and before it is first rendered.
  ///
  /// - Parameter kept: in the order of their frames. What is told of pages at exactly these frames
  ///   happens again, whether the pages are there or not.
  public func setLapses(_ kept: [FilePlayerLapse]) {
    lapses?.deallocate()
    let memory = UnsafeMutablePointer<FilePlayerLapse>.allocate(capacity: max(kept.count, 1))
    for (i, lapse) in kept.enumerated() { (memory + i).initialize(to: lapse) }
    lapses = memory
    state.pointee.lapses = kept.isEmpty ? nil : memory
    state.pointee.lapseCount = kept.count
    state.pointee.lapseIndex = 0
  }

  private var loopRange: Range<Int64> {
    let start = min(max(loop.start ?? region.lowerBound, 0), Int64.max - 1)
    return start..<max(loop.end ?? region.upperBound, start + 1)
  }

  private static func valid(_ region: Range<Int64>?) -> Range<Int64> {
    guard let region, region.upperBound > 0 else { return 0..<Int64.max }
    return max(region.lowerBound, 0)..<region.upperBound
  }

  private func prepareInterpolator(for file: PlayableFile) {
    let rate = Double(file.table.sampleRate) / Double(state.pointee.engineRate)
    // At the engine's own rate a head always stands on a frame. A stream tells its rate later.
    if rate == 1 { return }
    interpolators.prepare(upTo: rate > 0 ? max(rate, 1) : 4)
  }

  // MARK: Any thread

  /// What it does.
  public var playState: State {
    if exchange.isWaiting { return file == nil ? .empty : .loaded }
    return State.allCases[Int(readings.pointee.state.load(ordering: .relaxed))]
  }

  /// The file frame that is heard next, as of the last quantum.
  public var position: Int64 {
    exchange.isWaiting ? region.lowerBound : readings.pointee.position.load(ordering: .relaxed)
  }

  /// Frames of the file, if known.
  public var length: Int64? { file?.length }

  /// File frames until the end of what is played, if known; never negative.
  public var remaining: Int64? {
    guard let file else { return nil }
    let end = min(region.upperBound, file.table.length)
    return end == .max ? nil : max(end - position, 0)
  }

  /// How often a page was not there in time.
  public var underrunCount: Int { readings.pointee.underruns.load(ordering: .relaxed) }

  /// Whether the pages for the next frames are there. The control thread, while nobody renders.
  ///
  /// - Parameter frameCount: frames of the engine, 1…4096.
  public func isReady(frameCount: Int) -> Bool {
    if exchange.isWaiting || state.pointee.fileRate == 0 {
      guard let table = file?.table else { return true }
      return table.missingPage(
        from: region.lowerBound, to: region.lowerBound + Int64(PageTable.frameCount)) == nil
    }
    guard state.pointee.isPlaying else { return true }
    return state.pointee.available(frameCount) == frameCount
  }

  // MARK: Render thread

  @_noLocks public override func apply(_ edit: ModuleEdit) {
    if edit.kind == EditCode.readAhead {
      readings.pointee.readAhead.store(edit.value, ordering: .relaxed)
    } else if edit.kind == EditCode.file {
      if let cell = UnsafeMutablePointer<FilePlayerCell>(bitPattern: edit.value) {
        exchange.give(cell)
      }
    } else if let cut = UnsafeMutablePointer<FilePlayerCut>(bitPattern: edit.value) {
      cut.pointee.cell?.pointee.set(cut.pointee)
    }
  }

  @_noLocks override public func perform(
    _ action: Action, offset: Int, _ context: RenderContext
  ) {
    let state = state
    if !state.pointee.keep(action, offset: offset, context) {
      context.stack.faults.pointee.lostActions.add(1, ordering: .relaxed)
    }
  }

  @_noLocks override public func process(_ context: RenderContext) {
    guard let buffer = context.stack.push(channelCount: 2) else { return }
    let state = state
    if state.pointee.copy(to: buffer.left, buffer.right, context, loops: loopSwitch.isOn) {
      return sounds(until: context.time &+ Int64(context.frameCount), context)
    }
    state.pointee.process(buffer.left, buffer.right, context, loops: loopSwitch.isOn)
    setActive(state.pointee.isActive)
    let soundEnd = state.pointee.soundEnd
    if soundEnd > 0 { sounds(until: context.time &+ Int64(soundEnd), context) }
  }

  @_noLocks override public func mix(
    into sum: BufferView, left: Ramp, right: Ramp, _ context: RenderContext
  ) -> Bool {
    let state = state
    guard state.pointee.mix(into: sum, left: left, right: right, context, loops: loopSwitch.isOn)
    else { return false }
    sounds(until: context.time &+ Int64(context.frameCount), context)
    return true
  }
}

/// What a player's edits are.
private enum EditCode {
  /// `value` is a cell.
  static var file: Int32 { @_noLocks get { 0 } }
  /// `value` points to a `FilePlayerCut`.
  static var cut: Int32 { @_noLocks get { 1 } }
  /// `value` is in frames.
  static var readAhead: Int32 { @_noLocks get { 2 } }
}
