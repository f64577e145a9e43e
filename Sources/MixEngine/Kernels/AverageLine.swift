/// The sum of the last so many numbers.
///
/// In whole numbers, so that it is exact however long it runs.
/// A trivial handle: the owner has the memory. Thread: the owner's.
struct AverageLine: BitwiseCopyable, @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Int64>
  let count: Int
  private var at = 0
  private(set) var sum: Int64

  /// Begins as if it had got `value` for ever.
  ///
  /// - Parameter memory: of `count` numbers, 1 or more.
  @_noLocks init(memory: UnsafeMutablePointer<Int64>, count: Int, value: Int64) {
    self.memory = memory
    self.count = count
    sum = value &* Int64(count)
    for i in 0..<count { memory[i] = value }
  }

  /// Takes a number and gives the sum.
  @_noLocks @inline(__always) mutating func next(_ value: Int64) -> Int64 {
    sum = sum &+ value &- memory[at]
    memory[at] = value
    at = at &+ 1 == count ? 0 : at &+ 1
    return sum
  }
}
