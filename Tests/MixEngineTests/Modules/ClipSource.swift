import MixEngine

/// Plays arrays, then silence.
final class ClipSource: Module, @unchecked Sendable {
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let channelCount: Int
  private let frameCount: Int
  /// Whether it pushes its own memory, which nobody may write to.
  private let isExternal: Bool

  /// - Parameter clip: 1…32 channels of equal length.
  init(_ clip: [[Float]], isExternal: Bool = false, parameters: ParameterTable) {
    channelCount = clip.count
    frameCount = clip[0].count
    self.isExternal = isExternal
    let room = (frameCount + 127) / 64 * 64
    channels = .allocate(capacity: clip.count)
    for (c, samples) in clip.enumerated() {
      let channel = UnsafeMutablePointer<Float>.allocate(capacity: room)
      channel.initialize(repeating: 0, count: room)
      for (i, sample) in samples.enumerated() { channel[i] = sample }
      (channels + c).initialize(to: channel)
    }
    super.init(address: "clip", parameters: parameters)
  }

  deinit {
    for c in 0..<channelCount { channels[c].deallocate() }
    channels.deallocate()
  }

  /// Its memory as it is now.
  var contents: [[Float]] {
    (0..<channelCount).map { c in (0..<frameCount).map { channels[c][$0] } }
  }

  @_noLocks override func process(_ context: RenderContext) {
    let at = Int(context.time)
    if at >= frameCount {
      context.stack.pushSilence(channelCount: channelCount)
      return
    }
    if isExternal {
      for c in 0..<channelCount { channels[c] += at }
      context.stack.pushExternal(
        UnsafePointer(channels), channelCount: channelCount, frameCount: context.frameCount)
      for c in 0..<channelCount { channels[c] -= at }
      return
    }
    guard let buffer = context.stack.push(channelCount: channelCount) else { return }
    for c in 0..<channelCount {
      for i in 0..<context.frameCount { buffer[c][i] = channels[c][at + i] }
    }
  }
}
