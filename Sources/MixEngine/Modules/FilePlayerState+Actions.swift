import Synchronization

// What changes the head from outside: actions, another file, other settings.
extension FilePlayerState {
  /// Keeps an action for `process`, in order of frames.
  @_noLocks mutating func keep(_ action: Action, offset: Int, _ context: RenderContext) -> Bool {
    guard itemCount < FilePlayerState.itemCapacity else { return false }
    // Frames gone by mean: at once.
    let due = action.frame > context.time ? action.frame : context.time
    let ahead = readings.pointee.readAhead.load(ordering: .relaxed)
    let late = context.time &+ Int64(offset &+ ahead) &- due
    let lateness = late < 0 ? 0 : (late < Int64(ahead) ? Int(late) : ahead)
    var i = itemCount
    while i > 0, items[i &- 1].offset > offset {
      items[i] = items[i &- 1]
      i &-= 1
    }
    items[i] = Item(action.verb, offset: offset, value: action.value, lateness: lateness)
    itemCount &+= 1
    return true
  }

  @_noLocks mutating func act(_ item: Item, at: Int, _ context: RenderContext) {
    guard table != nil else { return }
    switch item.verb {
    case .play:
      if isPlaying { return }
      if hasEnded { setHead(regionStart) }
      start(lateness: item.lateness)
    case .pause:
      if !isPlaying { return }
      leaveRest(fadeFrames, context)
      isPlaying = false
      endHush()
    case .stop:
      guard canGo else { return pauseStream(at: at, context) }
      leaveRest(fadeFrames, context)
      isPlaying = false
      endHush()
      tellEnd(EndCode.stopped, at: at, context)
      setHead(regionStart)
    case .restart:
      guard canGo else { return }
      leaveRest(fadeFrames, context)
      setHead(regionStart)
      if isPlaying { go(on: item.lateness) } else { start(lateness: item.lateness) }
    case .seek:
      seek(to: item.value, lateness: item.lateness, context)
    case .skip:
      seek(to: seconds(head.frame) + item.value, lateness: 0, context)
    case .loopIn:
      let frame = frame(of: item.value)
      if frame < loopEnd { setLoop(frame, loopOut, context) }
    case .loopOut:
      let frame = frame(of: item.value)
      if frame > loopIn {
        setLoop(loopIn, frame, context)
        // "Here" is the end of the loop: back at once.
        if loops, isPlaying, head.frame == frame, frame < end || loopIn > 0 { goBack(context) }
      }
    default: return
    }
  }

  /// Whether the head can go to another place; a stream's can't.
  private var canGo: Bool { @_noLocks get { table?.isSeekable ?? false } }

  @_noLocks private mutating func pauseStream(at: Int, _ context: RenderContext) {
    leaveRest(fadeFrames, context)
    isPlaying = false
    endHush()
    tellEnd(EndCode.stopped, at: at, context)
  }

  /// The frame of a position in seconds; NaN: here.
  @_noLocks private func frame(of seconds: Double) -> Int64 {
    if seconds != seconds { return head.frame &+ (head.fraction > 0 ? 1 : 0) }
    let frame = SampleRate(fileRate).frames(seconds: seconds)
    return frame < 0 ? 0 : frame
  }

  @_noLocks private mutating func seek(
    to seconds: Double, lateness: Int, _ context: RenderContext
  ) {
    guard canGo, seconds == seconds else { return }
    let wanted = frame(of: seconds)
    let last = end
    leaveRest(fadeFrames, context)
    setHead(wanted < regionStart ? regionStart : (wanted < last ? wanted : last))
    if isPlaying { go(on: lateness) }
  }

  /// Places the head. What sounded must have been left before.
  @_noLocks private mutating func setHead(_ frame: Int64) {
    head = FramePosition(frame)
    hasEnded = false
    isAtSeam = false
    cameRound = false
    wentBackEarly = false
    hasJumped = true
  }

  @_noLocks mutating func start(lateness: Int) {
    isPlaying = true
    announcesStart = true
    go(on: lateness)
    hush = .waits
  }

  /// Goes on playing from a place that was just set.
  @_noLocks private mutating func go(on lateness: Int) {
    if lateness > 0 { advanceHead(lateness) }
    switch hush {
    case .waits: return
    default: hush = .starves
    }
  }

  @_noLocks private mutating func advanceHead(_ frameCount: Int) {
    if frameCount >= 0 {
      stride.advance(&head, count: frameCount)
    } else {
      stride.retreat(&head, count: 0 &- frameCount)
      if head.frame < 0 { head = FramePosition(0) }
    }
  }

  /// Jumps by frames of the engine, cross-faded.
  @_noLocks mutating func jump(by frameCount: Int, _ context: RenderContext) {
    guard canGo else { return }
    leaveRest(fadeFrames, context)
    advanceHead(frameCount)
    isAtSeam = false
    hasJumped = true
    switch hush {
    case .waits: return
    default: hush = .starves
    }
  }

  // MARK: Loop and region

  @_noLocks mutating func setLoops(_ isOn: Bool, _ context: RenderContext) {
    if !isOn { undoEarlyReturn(context) }
    loops = isOn
    isAtSeam = false
    cameRound = false
    tellJumps()
  }

  @_noLocks private mutating func setLoop(_ start: Int64, _ end: Int64, _ context: RenderContext) {
    undoEarlyReturn(context)
    loopIn = start
    loopOut = end
    isAtSeam = false
    cameRound = false
    tellJumps()
  }

  /// The head went back before the loop's end, which now is none: it is put where it would be.
  @_noLocks private mutating func undoEarlyReturn(_ context: RenderContext) {
    if wentBackEarly, head.frame < loopIn {
      leaveRest(fadeFrames, context)
      head.frame &+= loopEnd &- loopIn
      if sounds {
        gain = Ramp(0)
        gain.move(to: 1, over: fadeFrames)
      }
    }
    wentBackEarly = false
  }

  @_noLocks mutating func takeSettings() {
    guard let cell else { return }
    let changes = cell.pointee.changes.load(ordering: .acquiring)
    // Being written: next time.
    guard changes & 1 == 0 else { return }
    let start = cell.pointee.regionStart.load(ordering: .relaxed)
    let end = cell.pointee.regionEnd.load(ordering: .relaxed)
    let loopIn = cell.pointee.loopIn.load(ordering: .relaxed)
    let loopOut = cell.pointee.loopOut.load(ordering: .relaxed)
    atomicMemoryFence(ordering: .acquiring)
    guard cell.pointee.changes.load(ordering: .relaxed) == changes else { return }
    seenChanges = changes
    // A head that stands at the start goes with it.
    if !isPlaying, !hasEnded, head.frame == regionStart { setHead(start) }
    regionStart = start
    regionEnd = end
    self.loopIn = loopIn
    self.loopOut = loopOut
    isAtSeam = false
    cameRound = false
    wentBackEarly = false
    tellJumps()
  }

  @_noLocks private mutating func tellJumps() {
    guard let table else { return }
    table.setJumps(start: regionStart, loopIn: loopIn, loopOut: loopEnd, loops: loops)
    hasJumped = true
  }

  // MARK: Another file

  @_noLocks mutating func takeFile(_ context: RenderContext) {
    guard let new = exchange.take() else { return }
    goesOn = new.pointee.table == nil ? false : new.pointee.goesOn && isPlaying
    if isPlaying || isUnderWay {
      leaveRest(fadeFrames, context)
      tellEnd(EndCode.stopped, at: 0, context)
    }
    if let table { table.release(&cursor) }
    if let old = cell { exchange.retire(old) }
    cell = new
    table = new.pointee.table
    file = new.pointee.file
    isPlaying = false
    isUnderWay = false
    announcesStart = false
    endHush()
    hasEnded = false
    fileRate = 0
    seenChanges = 0
    regionStart = 0
    toldPage = -1
    signalledPage = -1
    setHead(0)
    takeSettings()
  }
}
