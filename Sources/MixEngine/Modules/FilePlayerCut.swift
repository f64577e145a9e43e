/// What is played of a file, and what a loop repeats of it, in file frames.
struct FilePlayerCut: BitwiseCopyable {
  let regionStart: Int64
  let regionEnd: Int64
  let loopIn: Int64
  let loopOut: Int64
  /// Whose it is, where it comes with a program.
  let cell: UnsafeMutablePointer<FilePlayerCell>?

  init(
    region: Range<Int64>, loop: Range<Int64>, cell: UnsafeMutablePointer<FilePlayerCell>? = nil
  ) {
    regionStart = region.lowerBound
    regionEnd = region.upperBound
    loopIn = loop.lowerBound
    loopOut = loop.upperBound
    self.cell = cell
  }
}
