import CSndFile
import MixEngine

/// How the channels of a file become two.
///
/// Front left and right as they are; the centre at −3 dB (1/√2) to both sides; the surrounds (rear
/// and side) of each side at −3 dB to it, a rear centre at −6 dB (1/2) to both; left and right of
/// centre at −3 dB to their side; heights as what stands below them. The low-frequency channel is
/// left out. Nothing is scaled beyond that: a file that is full in all channels goes over full
/// scale, which the engine keeps.
///
/// Which channel is what, the file says (`SFC_GET_CHANNEL_MAP_INFO`). Where it says nothing, or its
/// mask is 0, the order of its kind holds:
///
/// | channels | Vorbis and Opus | all others |
/// |---|---|---|
/// | 3 | L C R | L R C |
/// | 4 | L R, rear L R | L R, rear L R |
/// | 5 | L C R, rear L R | L R C, rear L R |
/// | 6 | L C R, rear L R, LFE | L R C LFE, rear L R |
/// | 7 | L C R, side L R, rear C, LFE | L R C LFE, rear C, side L R |
/// | 8 | L C R, side L R, rear L R, LFE | L R C LFE, rear L R, side L R |
/// | more | the first two as L R | the first two as L R |
///
/// Ambisonic B-format is heard as its omnidirectional channel W on both sides. A file of two
/// channels is left and right whatever it says.
struct FoldDown: Sendable {
  /// A linear gain for each channel of the file.
  let left: [Float]
  let right: [Float]

  private static let minus3: Float = 0.707_106_77

  /// - Parameter map: libsndfile's channel map, one number a channel; empty: none.
  init(channelCount: Int, map: [Int32], isVorbisOrder: Bool) {
    let known = map.count == channelCount && map.contains { Self.gains(of: $0) != nil }
    let places =
      known
      ? map
      : (isVorbisOrder ? Self.vorbisOrder(channelCount) : Self.usualOrder(channelCount)).map {
        Int32($0)
      }
    var left = [Float](repeating: 0, count: channelCount)
    var right = left
    for (i, place) in places.enumerated() where i < channelCount {
      (left[i], right[i]) = Self.gains(of: place) ?? (0, 0)
    }
    self.left = left
    self.right = right
  }

  private static func gains(of place: Int32) -> (Float, Float)? {
    switch Int(place) {
    case SF_CHANNEL_MAP_MONO, SF_CHANNEL_MAP_AMBISONIC_B_W: (1, 1)
    case SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_FRONT_LEFT, SF_CHANNEL_MAP_TOP_FRONT_LEFT: (1, 0)
    case SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT, SF_CHANNEL_MAP_TOP_FRONT_RIGHT: (0, 1)
    case SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_FRONT_CENTER, SF_CHANNEL_MAP_TOP_CENTER,
      SF_CHANNEL_MAP_TOP_FRONT_CENTER:
      (minus3, minus3)
    case SF_CHANNEL_MAP_REAR_CENTER, SF_CHANNEL_MAP_TOP_REAR_CENTER: (0.5, 0.5)
    case SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_SIDE_LEFT, SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER,
      SF_CHANNEL_MAP_TOP_REAR_LEFT:
      (minus3, 0)
    case SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_SIDE_RIGHT,
      SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER, SF_CHANNEL_MAP_TOP_REAR_RIGHT:
      (0, minus3)
    case SF_CHANNEL_MAP_LFE, SF_CHANNEL_MAP_AMBISONIC_B_X, SF_CHANNEL_MAP_AMBISONIC_B_Y,
      SF_CHANNEL_MAP_AMBISONIC_B_Z:
      (0, 0)
    default: nil
    }
  }

  private static func usualOrder(_ count: Int) -> [Int] {
    let (l, r, c, lfe) = (
      SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LFE
    )
    let (rearL, rearR, rearC) = (
      SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_REAR_CENTER
    )
    let (sideL, sideR) = (SF_CHANNEL_MAP_SIDE_LEFT, SF_CHANNEL_MAP_SIDE_RIGHT)
    switch count {
    case 1: return [SF_CHANNEL_MAP_MONO]
    case 3: return [l, r, c]
    case 4: return [l, r, rearL, rearR]
    case 5: return [l, r, c, rearL, rearR]
    case 6: return [l, r, c, lfe, rearL, rearR]
    case 7: return [l, r, c, lfe, rearC, sideL, sideR]
    case 8: return [l, r, c, lfe, rearL, rearR, sideL, sideR]
    default: return [l, r]
    }
  }

  /// Source: Vorbis I specification, 4.3.9; RFC 7845, 5.1.1.2.
  private static func vorbisOrder(_ count: Int) -> [Int] {
    let (l, r, c, lfe) = (
      SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LFE
    )
    let (rearL, rearR, rearC) = (
      SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_REAR_CENTER
    )
    let (sideL, sideR) = (SF_CHANNEL_MAP_SIDE_LEFT, SF_CHANNEL_MAP_SIDE_RIGHT)
    switch count {
    case 3: return [l, c, r]
    case 5: return [l, c, r, rearL, rearR]
    case 6: return [l, c, r, rearL, rearR, lfe]
    case 7: return [l, c, r, sideL, sideR, rearC, lfe]
    case 8: return [l, c, r, sideL, sideR, rearL, rearR, lfe]
    default: return usualOrder(count)
    }
  }

  /// Folds interleaved frames of `self.left.count` channels.
  func apply(
    _ source: UnsafePointer<Float>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    let channelCount = self.left.count
    Kernel.clear(left, frameCount: frameCount)
    Kernel.clear(right, frameCount: frameCount)
    for c in 0..<channelCount {
      let (l, r) = (self.left[c], self.right[c])
      if l == 0 && r == 0 { continue }
      var at = source + c
      for i in 0..<frameCount {
        left[i] += at.pointee * l
        right[i] += at.pointee * r
        at += channelCount
      }
    }
  }
}
