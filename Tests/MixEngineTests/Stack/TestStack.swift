import Synchronization

@testable import MixEngine

/// A buffer stack with short buffers, and arrays for what is in them.
final class TestStack {
  let stack: BufferStack

  init(capacity: Int = 8, monoBuffers: Int? = nil, frameCount: Int = 4) {
    stack = .allocate(
      capacity: capacity, monoBuffers: monoBuffers, maximumFrameCount: frameCount)
  }

  deinit { stack.deallocate() }

  var misuses: Int { stack.faults.pointee.misuses.load(ordering: .relaxed) }
  var overflows: Int { stack.faults.pointee.overflows.load(ordering: .relaxed) }
  var clampedOutputs: Int { stack.faults.pointee.clampedOutputs.load(ordering: .relaxed) }

  /// Pushes a buffer in which each channel has one value.
  func push(_ values: Float..., timestamp: Int64? = nil) {
    push(values, timestamp: timestamp)
  }

  func push(_ values: [Float], timestamp: Int64? = nil) {
    guard let buffer = stack.push(channelCount: values.count) else { return }
    for (c, value) in values.enumerated() {
      for i in 0..<buffer.frameCount { buffer[c][i] = value }
    }
    if let timestamp { stack.setTimestamp(timestamp, at: 0) }
  }

  /// The value of each channel of an entry; NaN where it is not the same in all frames.
  func values(_ index: Int = 0) -> [Float]? {
    guard let buffer = stack.get(index) else { return nil }
    return (0..<buffer.channelCount).map { c in
      let value = buffer[c][0]
      return (0..<buffer.frameCount).allSatisfy { buffer[c][$0] == value } ? value : .nan
    }
  }

  /// All entries, the top first.
  var all: [[Float]] { (0..<stack.count).map { values($0)! } }
}

/// Memory that belongs to the caller: channels of one value each.
final class CallersMemory {
  let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let values: [Float]
  private let frameCount: Int

  init(_ values: [Float], frameCount: Int = 4) {
    self.values = values
    self.frameCount = frameCount
    channels = .allocate(capacity: values.count)
    for (c, value) in values.enumerated() {
      let channel = UnsafeMutablePointer<Float>.allocate(capacity: frameCount)
      channel.initialize(repeating: value, count: frameCount)
      (channels + c).initialize(to: channel)
    }
  }

  deinit {
    for c in values.indices { channels[c].deallocate() }
    channels.deallocate()
  }

  /// Pushes itself.
  @discardableResult func push(on stack: BufferStack) -> BufferView? {
    stack.pushExternal(channels, channelCount: values.count, frameCount: frameCount)
  }

  /// The value of each channel; NaN where it is not the same in all frames.
  var contents: [Float] {
    values.indices.map { c in
      let value = channels[c][0]
      return (0..<frameCount).allSatisfy { channels[c][$0] == value } ? value : .nan
    }
  }

  var isUntouched: Bool { contents == values }
}
