/// A line of past samples of one channel, as a ring. Loops run over whole stretches between its ends.
///
/// A trivial handle: the owner has the memory, fills it with zeros and frees it.
/// Thread: the owner's.
public struct DelayLine: BitwiseCopyable, @unchecked Sendable {
  let memory: UnsafeMutablePointer<Float>
  /// Greatest delay in frames.
  public let capacity: Int
  /// Where the next sample is written.
  private var position = 0

  /// - Parameters:
  ///   - memory: `capacity` samples.
  ///   - capacity: 1 or more.
  @_noLocks public init(memory: UnsafeMutablePointer<Float>, capacity: Int) {
    self.memory = memory
    self.capacity = capacity
  }

  /// Forgets everything. Cost: O(capacity).
  @_noLocks public mutating func reset() {
    Kernel.clear(memory, frameCount: capacity)
    position = 0
  }

  /// Appends samples.
  @_noLocks public mutating func write(_ source: UnsafePointer<Float>, frameCount: Int) {
    var done = 0
    while done < frameCount {
      let n = min(frameCount &- done, capacity &- position)
      Kernel.copy(source + done, to: memory + position, frameCount: n)
      done &+= n
      position &+= n
      if position == capacity { position = 0 }
    }
  }

  /// Reads the samples that were written `delay` frames before the next one will be.
  ///
  /// - Parameter delay: `frameCount`…`capacity` (other values are held in `1…capacity`, and frames
  ///   that have not been written yet are those of a ring's turn ago).
  @_noLocks public func read(
    into destination: UnsafeMutablePointer<Float>, delay: Int, frameCount: Int
  ) {
    var from = position &- max(1, min(delay, capacity))
    if from < 0 { from &+= capacity }
    var done = 0
    while done < frameCount {
      let n = min(frameCount &- done, capacity &- from)
      Kernel.copy(memory + from, to: destination + done, frameCount: n)
      done &+= n
      from &+= n
      if from == capacity { from = 0 }
    }
  }

  /// Delays a buffer in place by 0…capacity frames.
  @_noLocks public mutating func delay(
    _ buffer: UnsafeMutablePointer<Float>, by frames: Int, frameCount: Int
  ) {
    let delay = min(frames, capacity)
    if delay <= 0 { return write(buffer, frameCount: frameCount) }
    exchange(buffer, delay: delay, frameCount: frameCount) { x, old, new, n in
      Kernel.exchange(x, old, new, frameCount: n)
    }
  }

  /// An echo in place: out = dry × in + wet × d, where d is what the line got `frames` ago, and the
  /// line gets in + feedback × d.
  ///
  /// - Parameters:
  ///   - frames: 1…capacity.
  ///   - feedback: −1…1.
  @_noLocks public mutating func echo(
    _ buffer: UnsafeMutablePointer<Float>, delay frames: Int, feedback: Float, dry: Float,
    wet: Float, frameCount: Int
  ) {
    exchange(buffer, delay: max(1, min(frames, capacity)), frameCount: frameCount) {
      x, old, new, n in
      Kernel.echo(x, old, new, frameCount: n, feedback: feedback, dry: dry, wet: wet)
    }
  }

  /// Cuts a call into stretches that end at no end of the ring and are not longer than the delay.
  @_noLocks @inline(__always)
  private mutating func exchange(
    _ buffer: UnsafeMutablePointer<Float>, delay: Int, frameCount: Int,
    _ body: (
      UnsafeMutablePointer<Float>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int
    ) -> Void
  ) {
    var from = position &- delay
    if from < 0 { from &+= capacity }
    var done = 0
    while done < frameCount {
      let n = min(min(frameCount &- done, delay), min(capacity &- position, capacity &- from))
      body(buffer + done, UnsafePointer(memory + from), memory + position, n)
      done &+= n
      position &+= n
      from &+= n
      if position == capacity { position = 0 }
      if from == capacity { from = 0 }
    }
  }
}

extension Kernel {
  /// One stretch of a pure delay: `new` = buffer, buffer = `old`, bit for bit; overlap as in `echo`.
  @_noLocks static func exchange(
    _ buffer: UnsafeMutablePointer<Float>, _ old: UnsafePointer<Float>,
    _ new: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      let d = load(old, i)
      store(load(buffer, i), new, i)
      store(d, buffer, i)
      i &+= 8
    }
    while i < frameCount {
      let d = old[i]
      new[i] = buffer[i]
      buffer[i] = d
      i &+= 1
    }
  }

  /// One stretch of an echo: d = `old`, `new` = buffer + feedback × d, buffer = dry × buffer + wet × d.
  /// Where `old` and `new` overlap, `old` is not the earlier one: a sample is read, then written.
  @_noLocks static func echo(
    _ buffer: UnsafeMutablePointer<Float>, _ old: UnsafePointer<Float>,
    _ new: UnsafeMutablePointer<Float>, frameCount: Int, feedback: Float, dry: Float, wet: Float
  ) {
    var i = 0
    let whole = wholeVectors(frameCount)
    while i < whole {
      let d = load(old, i)
      let x = load(buffer, i)
      store(x + d * feedback, new, i)
      store(x * dry + d * wet, buffer, i)
      i &+= 8
    }
    while i < frameCount {
      let d = old[i]
      let x = buffer[i]
      new[i] = x + d * feedback
      buffer[i] = x * dry + d * wet
      i &+= 1
    }
  }
}
