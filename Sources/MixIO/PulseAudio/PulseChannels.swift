import CPulse
import MixEngine

/// The channels of a stream, and which of them are our two.
///
/// A stream has as many channels as its device, in the device's order, so that the server mixes
/// nothing; we pick or place our own.
struct PulseChannels: Equatable {
  /// What callbacks need to know. Trivial.
  struct Placement: BitwiseCopyable, Equatable {
    /// Of the stream: 1…32.
    let count: Int
    /// Indices; the same one when both sides share a channel.
    let left: Int
    let right: Int

    /// Whether the stream's frames are ours as they are.
    var isPlainStereo: Bool {
      @_noLocks get { count == 2 && left == 0 && right == 1 }
    }

    /// Puts a quantum of interleaved stereo into our channels; the others are silent.
    @_noLocks func put(
      _ stereo: UnsafePointer<Float>, into samples: UnsafeMutablePointer<Float>
    ) {
      var i = 0
      while i < Quantum.frameCount &* count {
        samples[i] = 0
        i &+= 1
      }
      i = 0
      while i < Quantum.frameCount {
        let l = stereo[2 &* i], r = stereo[2 &* i &+ 1]
        if left == right {
          samples[i &* count &+ left] = (l + r) * 0.5
        } else {
          samples[i &* count &+ left] = l
          samples[i &* count &+ right] = r
        }
        i &+= 1
      }
    }

    /// Picks our two channels as interleaved stereo.
    @_noLocks func pick(
      _ samples: UnsafePointer<Float>, into stereo: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
      var i = 0
      while i < frameCount {
        stereo[2 &* i] = samples[i &* count &+ left]
        stereo[2 &* i &+ 1] = samples[i &* count &+ right]
        i &+= 1
      }
    }
  }

  let placement: Placement
  /// Where the server puts each of them; empty: as is usual for the count.
  let positions: [Int32]
  var count: Int { placement.count }

  static let stereo = PulseChannels(count: 2, positions: [], left: 0, right: 1)

  /// - Parameter wanted: counted from 1, one or two; nil: the first two, or the only one.
  /// - Throws: when the device has no such channel.
  init(_ wanted: [Int]?, of device: PulseDevice) throws(OutputProblem) {
    let count = min(max(device.channelCount, 1), 32)
    let wanted = wanted ?? (count == 1 ? [1] : [1, 2])
    for channel in wanted where channel < 1 || channel > count {
      throw .refused(
        doing: "use channel \(channel) of '\(device.label(among: [device]))'",
        reason: count == 1 ? "it has one channel" : "it has \(count) channels")
    }
    let left = (wanted.first ?? 1) - 1
    self.init(
      count: count, positions: device.positions, left: left, right: (wanted.last ?? 1) - 1)
  }

  private init(count: Int, positions: [Int32], left: Int, right: Int) {
    placement = Placement(count: count, left: left, right: right)
    self.positions = positions
  }

  /// The map for the library; nil: the usual one.
  func withMap<T>(_ body: (UnsafePointer<pa_channel_map>?) -> T) -> T {
    guard positions.count == count, count > 0 else { return body(nil) }
    var map = pa_channel_map()
    map.channels = UInt8(count)
    withUnsafeMutableBytes(of: &map.map) { raw in
      for (i, position) in positions.enumerated() {
        raw.storeBytes(of: position, toByteOffset: 4 * i, as: Int32.self)
      }
    }
    return pa_channel_map_valid(&map) != 0 ? body(&map) : body(nil)
  }

  static func positions(of map: pa_channel_map) -> [Int32] {
    withUnsafeBytes(of: map.map) { raw in
      (0..<Int(map.channels)).map { raw.load(fromByteOffset: 4 * $0, as: Int32.self) }
    }
  }
}
