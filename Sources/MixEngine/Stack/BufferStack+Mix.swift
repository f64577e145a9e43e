/// Summing, scaling and giving out.
extension BufferStack {
  /// Sums the top entries into one, which takes their place.
  ///
  /// The sum has as many channels as the widest of them, and the earliest timestamp.
  /// - Parameters:
  ///   - count: at least 2; more than there are: all; 0: all.
  ///   - gains: a linear gain for each, `gains[0]` for the top; nil: unity.
  /// - Returns: the sum; nil, with nothing changed, when there are fewer than 2.
  @_noLocks @discardableResult public func mix(
    _ count: Int = 2, gains: UnsafePointer<Float>? = nil
  ) -> BufferView? {
    let depth = header.pointee.count
    let n = count == 0 || count > depth ? depth : count
    guard count >= 0, n >= 2 else {
      countMisuse()
      return nil
    }
    // The widest is summed into; of equals the deepest, so that the order of the rest stays.
    var widest = n &- 1
    var i = n &- 2
    while i >= 0 {
      if entries[entryNumber(i)].channelCount > entries[entryNumber(widest)].channelCount {
        widest = i
      }
      i &-= 1
    }
    if entries[entryNumber(widest)].isExternal, !makeOwn(widest) { return nil }
    let sum = view(entryNumber(widest))
    if let gains, gains[widest] != 1 {
      for c in 0..<sum.channelCount {
        Kernel.scale(sum[c], by: gains[widest], frameCount: sum.frameCount)
      }
    }
    var timestamp = sum.timestamp
    i = n &- 1
    while i >= 0 {
      if i != widest {
        let source = view(entryNumber(i))
        add(source, to: sum, gain: gains?[i] ?? 1)
        if source.timestamp < timestamp { timestamp = source.timestamp }
      }
      i &-= 1
    }
    let entry = entryNumber(widest)
    entries[entry].timestamp = timestamp
    i = n &- 1
    while i >= 0 {
      if entryNumber(i) != entry { remove(i) }
      i &-= 1
    }
    return view(entry)
  }

  /// Adds the top to a deeper entry and leaves it where it is.
  ///
  /// - Parameters:
  ///   - index: 1 ..< count.
  ///   - gain: linear.
  @_noLocks public func add(to index: Int, gain: Float = 1) {
    guard index >= 1, index < header.pointee.count else { return countMisuse() }
    if entries[entryNumber(index)].isExternal, !makeOwn(index) { return }
    add(view(entryNumber(0)), to: view(entryNumber(index)), gain: gain)
  }

  /// Adds the top to a deeper entry with a gain a side that may move, and leaves it where it is.
  @_noLocks public func add(to index: Int, left: inout Ramp, right: inout Ramp) {
    guard index >= 1, index < header.pointee.count else { return countMisuse() }
    if entries[entryNumber(index)].isExternal, !makeOwn(index) { return }
    let source = view(entryNumber(0)), sum = view(entryNumber(index))
    let frames = source.frameCount < sum.frameCount ? source.frameCount : sum.frameCount
    Kernel.mix(source.left, into: sum.left, frameCount: frames, ramp: left)
    if sum.channelCount > 1 {
      Kernel.mix(source.right, into: sum.right, frameCount: frames, ramp: right)
    }
    left.advance(frames)
    right.advance(frames)
  }

  /// Gain and balance on the top, each side with a gain that may move.
  ///
  /// A mono top becomes stereo when the sides differ, or will. Wider buffers: the first two
  /// channels.
  @_noLocks public func applyFaders(left: inout Ramp, right: inout Ramp) {
    guard header.pointee.count > 0 else { return countMisuse() }
    if left.rests(at: 1), right.rests(at: 1) { return }
    if entries[entryNumber(0)].isExternal, !makeOwn(0) { return }
    if entries[entryNumber(0)].channelCount == 1, !left.isSameLine(as: right), !widen() { return }
    let top = view(entryNumber(0))
    Kernel.apply(left, to: top.left, frameCount: top.frameCount)
    if top.channelCount > 1 {
      Kernel.apply(right, to: top.right, frameCount: top.frameCount)
    }
    left.advance(top.frameCount)
    right.advance(top.frameCount)
  }

  /// Makes the top silent.
  @_noLocks public func silence() {
    guard header.pointee.count > 0 else { return countMisuse() }
    if entries[entryNumber(0)].isExternal, !makeOwn(0) { return }
    let top = view(entryNumber(0))
    for c in 0..<top.channelCount { Kernel.clear(top[c], frameCount: top.frameCount) }
  }

  /// Adds the sum of the top entries to an output and leaves them where they are.
  ///
  /// - Parameters:
  ///   - count: more than there are, or 0: all.
  ///   - output: planar channels with room for the stack's frames.
  ///   - range: which of the output's channels; channels it does not have are left out and counted.
  @_noLocks public func mix(
    _ count: Int = 0, into output: UnsafePointer<UnsafeMutablePointer<Float>>,
    outputChannelCount: Int, range: ChannelRange? = nil
  ) {
    let depth = header.pointee.count
    let n = count == 0 || count > depth ? depth : count
    guard n >= 0 else { return countMisuse() }
    let wanted = range ?? ChannelRange(first: 0, count: outputChannelCount)
    let part = wanted.clamped(to: outputChannelCount)
    if part.count != wanted.count { faults.pointee.clampedOutputs.add(1, ordering: .relaxed) }
    guard part.count > 0 else { return }
    let to = UnsafeMutablePointer(mutating: output) + part.first
    var i = n &- 1
    while i >= 0 {
      let source = view(entryNumber(i))
      let target = BufferView(
        channels: to, channelCount: part.count, frameCount: source.frameCount,
        timestamp: source.timestamp, isExternal: false)
      add(source, to: target, gain: 1)
      i &-= 1
    }
  }

  /// Adds one buffer to another by the table of `BufferStack`.
  @_noLocks func add(_ source: BufferView, to sum: BufferView, gain: Float) {
    let frames = source.frameCount < sum.frameCount ? source.frameCount : sum.frameCount
    if source.channelCount == 1, sum.channelCount > 1 {
      Kernel.mix(source[0], into: sum[0], frameCount: frames, gain: gain)
      Kernel.mix(source[0], into: sum[1], frameCount: frames, gain: gain)
    } else if source.channelCount > 1, sum.channelCount == 1 {
      Kernel.mix(source[0], into: sum[0], frameCount: frames, gain: gain * 0.5)
      Kernel.mix(source[1], into: sum[0], frameCount: frames, gain: gain * 0.5)
    } else {
      let n =
        source.channelCount < sum.channelCount ? source.channelCount : sum.channelCount
      for c in 0..<n { Kernel.mix(source[c], into: sum[c], frameCount: frames, gain: gain) }
    }
  }

  /// Puts a copy in the stack's own memory in the place of the caller's. False when buffers run
  /// out; nothing has changed then.
  @_noLocks func makeOwn(_ index: Int) -> Bool {
    let entry = entryNumber(index)
    let n = Int(entries[entry].channelCount)
    guard header.pointee.freeBufferCount >= n else {
      faults.pointee.overflows.add(1, ordering: .relaxed)
      return false
    }
    let row = entry &* Self.maximumChannelCount
    for c in 0..<n {
      let source = channels[row &+ c]
      takeBuffer(at: row &+ c)
      Kernel.copy(source, to: channels[row &+ c], frameCount: Int(entries[entry].frameCount))
    }
    entries[entry].isExternal = false
    return true
  }

  /// Makes a mono top stereo: the same on both sides.
  @_noLocks @discardableResult func widen() -> Bool {
    guard header.pointee.freeBufferCount >= 1 else {
      faults.pointee.overflows.add(1, ordering: .relaxed)
      return false
    }
    let entry = entryNumber(0)
    let row = entry &* Self.maximumChannelCount
    takeBuffer(at: row &+ 1)
    Kernel.copy(
      channels[row], to: channels[row &+ 1], frameCount: Int(entries[entry].frameCount))
    entries[entry].channelCount = 2
    return true
  }

  @_noLocks private func takeBuffer(at place: Int) {
    header.pointee.freeBufferCount &-= 1
    let buffer = freeBuffers[header.pointee.freeBufferCount]
    buffers[place] = buffer
    channels[place] = samples + Int(buffer) &* pitch
  }
}

extension Ramp {
  /// Whether two ramps have the same values from here on.
  @_noLocks fileprivate func isSameLine(as other: Ramp) -> Bool {
    if isFlat, other.isFlat { return target == other.target }
    return start == other.start && target == other.target && index == other.index
      && length == other.length
  }
}
