// Where the head comes to an end: of a loop, of the region, of the file.
extension FilePlayerState {
  /// The frame after the last that is played.
  var end: Int64 {
    @_noLocks get {
      let length = length
      return regionEnd < length ? regionEnd : length
    }
  }

  /// The loop's end, which can't lie behind that of what is played.
  var loopEnd: Int64 {
    @_noLocks get {
      let end = end
      return loopOut < end ? loopOut : end
    }
  }

  /// Whether the head is in front of a loop's end that it will go back from.
  var isInLoop: Bool {
    @_noLocks get {
      guard loops else { return false }
      let end = loopEnd
      if end == Int64.max { return false }
      return loopIn < end ? head.frame < end : false
    }
  }

  /// File frames before a loop's end at which the head goes back, by the loop's length as always:
  /// the cross-fade is over when the loop's first frame comes, whose attack stays whole. It needs
  /// as much sound before the loop; where there is less, the fade goes on behind the loop's end.
  private var lead: Int64 {
    @_noLocks get {
      var lead = (Int64(fadeFrames) &* step) &>> 32 &+ 1
      if loopIn < lead { lead = loopIn }
      let half = (loopEnd &- loopIn) / 2
      return lead < half ? lead : half
    }
  }

  var nextBoundary: Int64 {
    @_noLocks get {
      guard isInLoop else { return end }
      if comesRound { return loopEnd }
      return loopEnd &- lead
    }
  }

  @_noLocks mutating func passBoundary(at: Int, _ context: RenderContext) {
    // A head that came to the loop's end by playing was in the loop.
    let goesBack = isAtSeam ? goesBackAtSeam : isInLoop
    isAtSeam = false
    if goesBack { goBack(context) } else { finish(at: at, context) }
  }

  /// Goes back by the loop's length.
  @_noLocks mutating func goBack(_ context: RenderContext) {
    let size = loopEnd &- loopIn
    if comesRound {
      cameRound = true
      while head.frame >= loopEnd { head.frame &-= size }
    } else {
      // A fade is over before the next seam comes.
      let each = step > 0 ? (size &<< 32) / step : size
      let longest = each < Int64(fadeFrames) ? (each > 1 ? Int(each) : 1) : fadeFrames
      // Shorter, too, where the file ends in it; none where it ends at once.
      let fade = leaveRest(longest, context)
      let boundary = loopEnd &- lead
      wentBackEarly = head.frame < loopEnd
      repeat { head.frame &-= size } while head.frame >= boundary
      cameRound = false
      if sounds {
        gain = Ramp(fade > 0 ? 0 : 1)
        gain.move(to: 1, over: fade)
      }
    }
    // Within a run or two, as a rule: the reader keeps the pages of a loop.
    if size > Int64(PageTable.frameCount) { hasJumped = true }
  }

  /// The end of the region or of the file.
  @_noLocks mutating func finish(at: Int, _ context: RenderContext) {
    // At the file's own end nothing is left to fade.
    leaveRest(fadeFrames, context)
    isPlaying = false
    endHush()
    hasEnded = true
    // The end may have come nearer while it played towards it.
    if head.frame > length { head = FramePosition(length) }
    var reason = EndCode.finished
    if let table, table.hasFailed, head.frame >= length { reason = EndCode.failed }
    tellEnd(reason, at: at, context)
  }

  @_noLocks mutating func tellEnd(_ code: UInt8, at: Int, _ context: RenderContext) {
    guard isUnderWay || announcesStart else { return }
    isUnderWay = false
    announcesStart = false
    context.tell(
      RenderEvent(
        .ended, target: slot, frame: heard(at, context), value: seconds(head.frame),
        detail: code))
  }
}

/// Raw values of `RenderEvent.EndReason`, which the compiler's proof can't look at in another file.
enum EndCode {
  static var finished: UInt8 { @_noLocks get { 0 } }
  static var stopped: UInt8 { @_noLocks get { 1 } }
  static var failed: UInt8 { @_noLocks get { 2 } }
}
