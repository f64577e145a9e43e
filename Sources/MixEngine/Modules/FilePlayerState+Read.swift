// Frames of the file at any position, decoded and interpolated.
extension FilePlayerState {
  /// Writes `frameCount` frames of the engine that begin at a position of the file.
  @_noLocks mutating func read(
    at position: FramePosition, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, frameCount: Int, _ context: RenderContext
  ) {
    if stride.isOneFrame, position.fraction == 0 {
      return gather(from: position.frame, left, right, frameCount: frameCount, context)
    }
    var at = position
    var done = 0
    while done < frameCount {
      // So many that the window has room for them at the greatest step.
      let n = frameCount &- done < 64 ? frameCount &- done : 64
      let span = interpolator.span(at: at, step: step, frameCount: n)
      gather(from: span.first, windowLeft, windowRight, frameCount: span.count, context)
      let place = FramePosition(at.frame &- span.first, fraction: at.fraction)
      if isMono {
        interpolator.render(windowLeft, at: place, step: step, left + done, frameCount: n)
        Kernel.copy(left + done, to: right + done, frameCount: n)
      } else {
        interpolator.render(
          windowLeft, windowRight, at: place, step: step, left + done, right + done, frameCount: n)
      }
      at.advance(by: step, count: n)
      done &+= n
    }
  }

  /// Writes frames of the file as they are: silence outside of it and where a page is missing;
  /// across the seam where it comes round without a cut.
  @_noLocks mutating func gather(
    from first: Int64, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    frameCount: Int, _ context: RenderContext
  ) {
    let length = length
    let isRound = comesRound
    var done = 0
    while done < frameCount {
      var at = first &+ Int64(done)
      if isRound {
        if at >= length {
          at = at % length
        } else if at < 0, cameRound {
          at = length &- 1 &- (-1 &- at) % length
        }
      }
      var n = frameCount &- done
      if at < 0 {
        if Int64(n) > 0 &- at { n = Int(0 &- at) }
        silence(left + done, right + done, n)
      } else if at >= length {
        silence(left + done, right + done, n)
      } else {
        if Int64(n) > length &- at { n = Int(length &- at) }
        let offset = Int(at) & (PageTable.frameCount &- 1)
        if n > PageTable.frameCount &- offset { n = PageTable.frameCount &- offset }
        if acquire(PageTable.page(of: at), context) {
          decode(offset, left + done, right + done, n)
        } else {
          silence(left + done, right + done, n)
        }
      }
      done &+= n
    }
  }

  @_noLocks func silence(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frameCount: Int
  ) {
    Kernel.clear(left, frameCount: frameCount)
    Kernel.clear(right, frameCount: frameCount)
  }

  /// Frames of the page that the cursor holds.
  @_noLocks private func decode(
    _ offset: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    _ frameCount: Int
  ) {
    guard let samples = cursor.samples, let table else { return }
    if table.isNative16 {
      return Kernel.decode16(
        samples.assumingMemoryBound(to: Int16.self) + 2 &* offset, left, right,
        frameCount: frameCount)
    }
    let source = samples.assumingMemoryBound(to: Float.self) + offset
    Kernel.copy(source, to: left, frameCount: frameCount)
    Kernel.copy(
      table.isMono ? source : source + PageTable.rightOffset, to: right, frameCount: frameCount)
  }

  /// Moves the cursor to a page. Offline, where it is missing, it is waited for.
  @_noLocks mutating func acquire(_ page: Int, _ context: RenderContext) -> Bool {
    if cursor.page == page { return true }
    guard let table else { return false }
    if table.acquire(page, &cursor) { return true }
    guard context.isOffline, let file else { return false }
    tellReader()
    table.demand(page)
    return file.supply(page) ? table.acquire(page, &cursor) : false
  }

  /// Whether the loop is the whole file, so that it comes round without a cut.
  var comesRound: Bool {
    @_noLocks get {
      guard loops, loopIn == 0 else { return false }
      let length = length
      return loopOut >= length ? length > 0 && length < Int64.max : false
    }
  }

  /// How many of the next `limit` frames can be made from pages that are there.
  @_noLocks func available(_ limit: Int) -> Int {
    guard let table else { return 0 }
    let span = interpolator.span(at: head, step: step, frameCount: limit)
    let end = span.first &+ Int64(span.count)
    let page = Int64(cursor.page) &<< PageTable.shift
    if cursor.page >= 0, span.first >= page, end <= page &+ Int64(PageTable.frameCount) {
      return limit
    }
    let length = length
    var missing: Int64 = -1
    if let page = table.missingPage(from: span.first, to: end, held: cursor.page) {
      missing = Int64(page) &<< PageTable.shift
    } else if comesRound, end > length,
      let page = table.missingPage(from: 0, to: end &- length, held: cursor.page)
    {
      missing = length &+ Int64(page) &<< PageTable.shift
    }
    if missing < 0 { return limit }
    let isWhole = stride.isOneFrame && head.fraction == 0
    let margin = isWhole ? 0 : Int64(interpolator.after(step: step))
    return frames(until: missing &- margin, limit: limit)
  }

  /// How many frames, at most `limit`, lie before a frame of the file.
  @_noLocks func frames(until boundary: Int64, limit: Int) -> Int {
    stride.frames(from: head, until: boundary, limit: limit)
  }
}
