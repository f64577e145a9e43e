extension Signals {
  /// Gives `body` a copy of `x` between guard frames and returns what it made of it. The process
  /// traps if a frame outside was written: an error of the code under test, never of its input.
  public static func guarded(
    _ x: [Float], _ body: (UnsafeMutablePointer<Float>) -> Void
  ) -> [Float] {
    let margin = 17  // odd, so that the copy is not aligned either
    let mark = Float(bitPattern: 0x7FC0_5EED)
    var cells = [Float](repeating: mark, count: margin) + x
    cells += [Float](repeating: mark, count: margin)
    cells.withUnsafeMutableBufferPointer { body($0.baseAddress! + margin) }
    for i in 0..<margin {
      precondition(cells[i].bitPattern == mark.bitPattern, "a frame before the buffer was written")
      precondition(
        cells[margin + x.count + i].bitPattern == mark.bitPattern,
        "a frame after the buffer was written")
    }
    return Array(cells[margin..<margin + x.count])
  }
}
