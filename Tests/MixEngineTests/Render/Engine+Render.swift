import MixEngine

extension Engine {
  /// The next frames of the left side, in one request.
  func renderLeft(_ frames: Int) -> [Float] {
    var left = [Float](repeating: .nan, count: frames)
    var right = left
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in
        var channels = [l.baseAddress!, r.baseAddress!]
        channels.withUnsafeMutableBufferPointer {
          renderer.render(into: $0.baseAddress!, frameCount: frames)
        }
      }
    }
    return left
  }
}
