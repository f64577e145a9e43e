/// What makes the bytes of a kind of file out of interleaved stereo frames.
///
/// The samples are those that the file holds: integers are rounded and clipped already. Each `write`
/// returns the frames that were taken; fewer than asked for is an error.
protocol TakeEncoder: AnyObject {
  func write(_ samples: UnsafePointer<Int16>, frameCount: Int) -> Int
  /// The samples stand in the upper bits.
  func write(_ samples: UnsafePointer<Int32>, frameCount: Int) -> Int
  func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Int
  /// Tells the number of frames in the header; streams have no such place.
  func updateHeader(frameCount: Int64)
  /// Writes what is still held back. The file stays open. Twice does nothing.
  func close()
  /// Why the last `write` failed.
  var reason: String { get }
}
