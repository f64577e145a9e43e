import CALSA

/// What went wrong, in words.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// - Returns: The library's answer, unless that is an error.
  @discardableResult
  static func check(_ result: Int32, _ doing: String) throws -> Int32 {
    guard result < 0 else { return result }
    throw Failure("\(doing): \(String(cString: snd_strerror(result)))")
  }
}
