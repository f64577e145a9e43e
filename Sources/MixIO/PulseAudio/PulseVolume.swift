import CPulse
import CRealtime

/// Keeps a stream as loud as its user wants it.
///
/// Servers give a new stream the volume of an earlier one of ours, even muted, and some of them do
/// it a moment after the stream is there. So it is set to 100 % when the stream is new, and again
/// if that changes within the first half second; what changes later was the user's doing, and is
/// kept when the stream has to be made anew.
struct PulseVolume {
  /// Of the stream.
  var channelCount = 2
  private var wanted = PulseClient.normalVolume
  private var isMuted = false
  private var graceEnd: Int64 = 0

  /// Sets a new stream's volume. Errors are no reason not to play.
  mutating func apply(to index: UInt32, _ client: PulseClient) {
    let now = crt_monotonic_ns()
    graceEnd = now + 500_000_000
    try? client.set(
      wanted, isMuted: isMuted, of: index, channelCount: channelCount, before: now + 300_000_000)
  }

  /// Looks how loud the stream is. Returns what the user has made of it, if that is new.
  mutating func check(_ index: UInt32, _ client: PulseClient) -> OutputVolume? {
    let now = crt_monotonic_ns()
    guard let input = try? client.input(index, before: now + 300_000_000),
      input.volume != wanted || input.isMuted != isMuted
    else { return nil }
    if now < graceEnd {
      try? client.set(
        wanted, isMuted: isMuted, of: index, channelCount: channelCount, before: now + 300_000_000)
      return nil
    }
    wanted = input.volume
    isMuted = input.isMuted
    return input.outputVolume
  }
}
