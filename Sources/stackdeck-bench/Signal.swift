import Glibc

/// Buffers to work on.
enum Signal {
  static let count = 1024

  static func tone(_ turn: Double) -> UnsafeMutablePointer<Float> {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: count)
    for i in 0..<count { (samples + i).initialize(to: Float(0.3 * sin(turn * Double(i)))) }
    return samples
  }

  static func silence() -> UnsafeMutablePointer<Float> {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: count)
    samples.initialize(repeating: 0, count: count)
    return samples
  }
}
