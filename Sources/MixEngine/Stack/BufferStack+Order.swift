/// Putting entries on, taking them off, and changing their order.
extension BufferStack {
  /// Pushes one buffer. Its samples are whatever was there: fill all of it.
  ///
  /// - Parameter channelCount: 1…32.
  /// - Returns: nil, and nothing is pushed, when entries or mono buffers run out.
  @_noLocks @discardableResult public func push(channelCount: Int = 2) -> BufferView? {
    guard channelCount >= 1, channelCount <= Self.maximumChannelCount else {
      countMisuse()
      return nil
    }
    guard header.pointee.freeEntryCount > 0, header.pointee.freeBufferCount >= channelCount else {
      faults.pointee.overflows.add(1, ordering: .relaxed)
      return nil
    }
    let entry = takeEntry()
    let row = entry &* Self.maximumChannelCount
    var free = header.pointee.freeBufferCount
    for c in 0..<channelCount {
      free &-= 1
      let buffer = freeBuffers[free]
      buffers[row &+ c] = buffer
      channels[row &+ c] = samples + Int(buffer) &* pitch
    }
    header.pointee.freeBufferCount = free
    fill(entry, channelCount: channelCount, frameCount: header.pointee.frameCount, false)
    return view(entry)
  }

  /// Pushes several buffers, or none: afterwards they are the entries 0 ..< count, and `count − 1`
  /// is the one pushed first.
  @_noLocks @discardableResult
  public func push(count: Int, channelCount: Int = 2) -> Range<Int>? {
    guard count >= 1, channelCount >= 1, channelCount <= Self.maximumChannelCount else {
      countMisuse()
      return nil
    }
    guard header.pointee.freeEntryCount >= count,
      header.pointee.freeBufferCount / channelCount >= count
    else {
      faults.pointee.overflows.add(1, ordering: .relaxed)
      return nil
    }
    for _ in 0..<count { push(channelCount: channelCount) }
    return 0..<count
  }

  /// Pushes a buffer of silence.
  @_noLocks @discardableResult public func pushSilence(channelCount: Int = 2) -> BufferView? {
    guard let buffer = push(channelCount: channelCount) else { return nil }
    for c in 0..<buffer.channelCount {
      Kernel.clear(buffer[c], frameCount: buffer.frameCount)
    }
    return buffer
  }

  /// Pushes the caller's own memory, which must live until the end of the cycle. It is only read:
  /// an operation that would write to it makes a copy first.
  ///
  /// - Parameters:
  ///   - channels: 1…32 pointers to at least `frameCount` samples each.
  ///   - frameCount: at least the stack's.
  @_noLocks @discardableResult public func pushExternal(
    _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, frameCount: Int
  ) -> BufferView? {
    guard channelCount >= 1, channelCount <= Self.maximumChannelCount,
      frameCount >= header.pointee.frameCount
    else {
      countMisuse()
      return nil
    }
    guard header.pointee.freeEntryCount > 0 else {
      faults.pointee.overflows.add(1, ordering: .relaxed)
      return nil
    }
    let entry = takeEntry()
    let row = entry &* Self.maximumChannelCount
    for c in 0..<channelCount {
      buffers[row &+ c] = -1
      self.channels[row &+ c] = channels[c]
    }
    fill(entry, channelCount: channelCount, frameCount: header.pointee.frameCount, true)
    return view(entry)
  }

  /// Pushes a copy of the top, or of a deeper entry, with its timestamp. Nil where there is none.
  @_noLocks @discardableResult public func duplicate(_ index: Int = 0) -> BufferView? {
    guard let source = get(index) else {
      countMisuse()
      return nil
    }
    guard let copy = push(channelCount: source.channelCount) else { return nil }
    let frames = source.frameCount < copy.frameCount ? source.frameCount : copy.frameCount
    for c in 0..<source.channelCount {
      Kernel.copy(source[c], to: copy[c], frameCount: frames)
      Kernel.clear(copy[c] + frames, frameCount: copy.frameCount &- frames)
    }
    entries[entryNumber(0)].timestamp = source.timestamp
    return view(entryNumber(0))
  }

  /// Takes the top entries off, at most as many as there are.
  @_noLocks public func pop(_ count: Int = 1) {
    guard count >= 0 else { return countMisuse() }
    let n = count < header.pointee.count ? count : header.pointee.count
    for _ in 0..<n { remove(0) }
  }

  /// Takes everything off.
  @_noLocks public func popAll() { pop(header.pointee.count) }

  /// Takes an entry out of the middle; nothing where there is none.
  @_noLocks public func remove(_ index: Int) {
    guard index >= 0, index < header.pointee.count else { return countMisuse() }
    let entry = entryNumber(index)
    let row = entry &* Self.maximumChannelCount
    // In reverse, so that the next push gets the same channels in the same order.
    var c = Int(entries[entry].channelCount)
    while c > 0 {
      c &-= 1
      guard buffers[row &+ c] >= 0 else { continue }
      freeBuffers[header.pointee.freeBufferCount] = buffers[row &+ c]
      header.pointee.freeBufferCount &+= 1
    }
    freeEntries[header.pointee.freeEntryCount] = Int32(truncatingIfNeeded: entry)
    header.pointee.freeEntryCount &+= 1
    var i = header.pointee.count &- 1 &- index
    while i &+ 1 < header.pointee.count {
      order[i] = order[i &+ 1]
      i &+= 1
    }
    header.pointee.count &-= 1
  }

  /// Exchanges the top two entries.
  @_noLocks public func swap() { raise(1) }

  /// Brings an entry to the top; those above it move down by one.
  @_noLocks public func raise(_ index: Int) {
    guard index >= 0, index < header.pointee.count else { return countMisuse() }
    var i = header.pointee.count &- 1 &- index
    let entry = order[i]
    while i &+ 1 < header.pointee.count {
      order[i] = order[i &+ 1]
      i &+= 1
    }
    order[i] = entry
  }

  @_noLocks private func takeEntry() -> Int {
    header.pointee.freeEntryCount &-= 1
    let entry = freeEntries[header.pointee.freeEntryCount]
    order[header.pointee.count] = entry
    header.pointee.count &+= 1
    return Int(entry)
  }

  @_noLocks private func fill(
    _ entry: Int, channelCount: Int, frameCount: Int, _ isExternal: Bool
  ) {
    entries[entry] = Entry(
      channelCount: Int32(truncatingIfNeeded: channelCount),
      frameCount: Int32(truncatingIfNeeded: frameCount), timestamp: header.pointee.timestamp,
      isExternal: isExternal)
  }
}
