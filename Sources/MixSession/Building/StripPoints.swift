import MixEngine

/// Where on a strip others can listen.
struct StripPoints {
  let dry: OutputPort
  let pre: OutputPort
  let post: OutputPort

  subscript(point: RecorderPoint) -> OutputPort {
    switch point {
    case .dry: dry
    case .pre: pre
    case .post: post
    }
  }
}
