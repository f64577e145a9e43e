import Synchronization

// One quantum: pieces between actions, and in them pieces between seams.
extension FilePlayerState {
  /// Makes the next quantum.
  @_noLocks mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    _ context: RenderContext, loops: Bool
  ) {
    prepare(context, loops: loops)
    soundEnd = 0
    plainEnd = 0
    var at = 0
    var i = 0
    while i < itemCount {
      let item = items[i]
      let offset = item.offset < context.frameCount ? item.offset : context.frameCount
      if offset > at { render(left, right, from: at, to: offset, context) }
      at = offset
      act(item, at: at, context)
      i &+= 1
    }
    itemCount = 0
    render(left, right, from: at, to: context.frameCount, context)
    publish()
  }

  @_noLocks private mutating func prepare(_ context: RenderContext, loops: Bool) {
    if exchange.isWaiting { takeFile(context) }
    if let cell, cell.pointee.changes.load(ordering: .relaxed) != seenChanges { takeSettings() }
    if loops != self.loops { setLoops(loops, context) }
    takeRate()
    let ahead = readings.pointee.readAhead.load(ordering: .relaxed)
    if ahead != readAhead {
      let change = ahead &- readAhead
      readAhead = ahead
      if isPlaying { jump(by: change, context) }
    }
    if goesOn {
      goesOn = false
      start(lateness: readAhead)
    }
  }

  @_noLocks private mutating func takeRate() {
    guard let table, table.sampleRate != fileRate else { return }
    fileRate = table.sampleRate
    stride = FileStride(fileRate: fileRate, engineRate: engineRate)
  }

  @_noLocks private mutating func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, from: Int,
    to end: Int, _ context: RenderContext
  ) {
    var at = from
    while at < end {
      // 0 where something happens between two frames.
      let n = piece(left + at, right + at, limit: end &- at, at: at, context)
      let faded = rest.add(to: left + at, right + at, frameCount: n)
      if isPlaying {
        soundEnd = at &+ n
      } else if faded > 0 {
        soundEnd = at &+ faded
      }
      at &+= n
    }
  }

  /// Makes what the head gives until the next seam, and goes on.
  @_noLocks private mutating func piece(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, limit: Int, at: Int,
    _ context: RenderContext
  ) -> Int {
    guard isPlaying, let table else {
      silence(left, right, limit)
      return limit
    }
    if isHushed {
      if isReady(at: at, context) {
        beginSounding(at: at, context)
      } else if isWaiting || !table.isSeekable {
        silence(left, right, limit)
        return limit
      }
    }
    if context.isOffline { waitForEnd(limit, context) }
    let boundary = nextBoundary
    let isLoop = isInLoop
    let n = isAtSeam ? 0 : frames(until: boundary, limit: limit)
    if n == 0 {
      passBoundary(at: at, context)
      return 0
    }
    if !isHushed, starves(n, at: at, context) { return 0 }
    if isHushed {
      silence(left, right, n)
    } else {
      read(at: head, left, right, frameCount: n, context)
      if !gain.rests(at: 1) {
        Kernel.apply(gain, to: left, frameCount: n)
        Kernel.apply(gain, to: right, frameCount: n)
        gain.advance(n)
      }
    }
    stride.advance(&head, count: n)
    isAtSeam = head.frame >= boundary
    goesBackAtSeam = isLoop
    return n
  }

  /// Offline, waits for the page in which the next frames end: it may be the file's last, and tell
  /// where the end is.
  @_noLocks private func waitForEnd(_ frameCount: Int, _ context: RenderContext) {
    guard let table, let file else { return }
    let last = head.frame &+ (step &* Int64(frameCount)) &>> 32 &+ 1
    let page = PageTable.page(of: last < 0 ? 0 : last)
    if page == cursor.page || last >= length || table.isReady(page: page) { return }
    table.setHead(head.frame, goesBack: step < 0)
    table.demand(page)
    _ = file.supply(page)
  }

  @_noLocks private mutating func isReady(at: Int, _ context: RenderContext) -> Bool {
    if !isHeldBack(at: context.time &+ Int64(at)), isReady(context) { return true }
    tellMiss(MissCode.late, at: at, context)
    return false
  }

  /// Whether what is needed to sound again is there.
  @_noLocks private mutating func isReady(_ context: RenderContext) -> Bool {
    if fileRate == 0 {
      // A stream's header comes with its first page; offline it is waited for.
      if context.isOffline {
        _ = acquire(0, context)
        takeRate()
      }
      return fileRate > 0 || length == 0
    }
    if context.isOffline { return true }
    let wanted = Quantum.frameCount &+ fadeFrames
    return available(wanted) == wanted
  }

  /// Looks ahead by a cross-fade, and fades to silence where a page is missing.
  @_noLocks private mutating func starves(
    _ frameCount: Int, at: Int, _ context: RenderContext
  ) -> Bool {
    let wanted = frameCount &+ fadeFrames
    let kept = takeBreak(at: context.time &+ Int64(at))
    var there = context.isOffline ? wanted : available(wanted)
    if there == wanted, kept < 0 { return false }
    if kept >= 0 {
      isHeld = true
      if kept < there { there = kept }
    } else {
      readings.pointee.underruns.add(1, ordering: .relaxed)
      context.tell(
        RenderEvent(
          .underrun, target: slot, frame: heard(at, context), value: seconds(head.frame)))
    }
    leaveRest(there, context)
    hush = .starves
    tellMiss(MissCode.broken, at: at, frameCount: there, context)
    // The present page is let go: nothing holds what the reader may need.
    hasJumped = true
    return true
  }

  @_noLocks private mutating func beginSounding(at: Int, _ context: RenderContext) {
    if isMissing {
      context.tell(
        RenderEvent(.pagesCame, target: slot, frame: context.time &+ Int64(at)))
    }
    endHush()
    // A file's own first frame is not a cut.
    let isOwnStart = head.frame == 0 && head.fraction == 0 && rest.isEmpty
    gain = Ramp(isOwnStart ? 1 : 0)
    gain.move(to: 1, over: fadeFrames)
    if announcesStart {
      announcesStart = false
      isUnderWay = true
      context.tell(
        RenderEvent(
          .started, target: slot, frame: heard(at, context), value: seconds(head.frame)))
    }
  }

  /// Puts what the head would go on with, fading, into `rest`. The head is about to be elsewhere.
  ///
  /// - Returns: how many frames: fewer than `limit` where the file ends or a page is missing.
  @discardableResult
  @_noLocks mutating func leaveRest(_ limit: Int, _ context: RenderContext) -> Int {
    guard sounds else { return 0 }
    var n = limit < fadeFrames ? limit : fadeFrames
    if !comesRound { n = frames(until: length, limit: n) }
    if !context.isOffline { n = available(n) }
    guard n > 0 else { return 0 }
    var fade = Ramp(gain.value)
    fade.move(to: 0, over: n)
    rest.makeRoom(n)
    var at = head
    var done = 0
    while done < n {
      let part = n &- done < Quantum.frameCount ? n &- done : Quantum.frameCount
      read(at: at, pieceLeft, pieceRight, frameCount: part, context)
      Kernel.mix(pieceLeft, into: rest.left + done, frameCount: part, ramp: fade)
      Kernel.mix(pieceRight, into: rest.right + done, frameCount: part, ramp: fade)
      fade.advance(part)
      at.advance(by: step, count: part)
      done &+= part
    }
    return n
  }

  /// The render clock's frame at which this player is heard, behind its path's latency.
  @_noLocks func heard(_ at: Int, _ context: RenderContext) -> Int64 {
    context.time &+ Int64(at &+ readAhead)
  }

  @_noLocks func seconds(_ frame: Int64) -> Double {
    fileRate > 0 ? Double(frame) / Double(fileRate) : 0
  }

  // MARK: What others see

  @_noLocks mutating func publish() {
    tellReader()
    var position = head
    if isPlaying, readAhead > 0 {
      position.frame &-= (step &* Int64(readAhead)) &>> 32
      if position.frame < 0 { position.frame = 0 }
    }
    // It went back early so that the fade fits; it is heard as if the loop's end had come.
    if wentBackEarly, head.frame < loopIn { position.frame &+= loopEnd &- loopIn }
    readings.pointee.position.store(position.frame, ordering: .relaxed)
    readings.pointee.state.store(stateCode, ordering: .relaxed)
  }

  @_noLocks mutating func tellReader() {
    guard let table else { return }
    let page = PageTable.page(of: head.frame)
    if page == toldPage, !hasJumped, !isHushed { return }
    toldPage = page
    table.setHead(head.frame, goesBack: step < 0)
    let left = page &- signalledPage
    if hasJumped || isHushed || left >= table.run || left < 0 {
      hasJumped = false
      signalledPage = page
      table.call()
    }
  }

  /// `FilePlayer.State` as a number.
  private var stateCode: UInt8 {
    @_noLocks get {
      if table == nil { return 0 }
      if isPlaying { return isWaiting ? 2 : 3 }
      if hasEnded { return 5 }
      return head.frame == regionStart ? 1 : 4
    }
  }
}
