import MixEngine
import Synchronization

/// A file whose frames a test made: its pages are filled when the test, or an offline render, asks.
public final class ArrayFile: PlayableFile, @unchecked Sendable {
  public let left: [Float]
  public let right: [Float]
  /// Pages that `fill` leaves out: a reader that is too slow.
  public var heldBack: Set<Int> = []
  /// Pages filled so far, in order.
  public private(set) var filled: [Int] = []
  private var wanted: [Int] = []

  /// - Parameter trueLength: frames that can be read, if the header told another number.
  public init(
    _ left: [Float], _ right: [Float]? = nil, rate: Int = 48_000,
    layout: PageTable.Layout = .stereo, isSeekable: Bool = true, pagesAhead: Int = 4,
    toldLength: Int64? = nil
  ) {
    self.left = left
    self.right = right ?? left
    super.init(
      memory: PageMemory(
        layout: layout, isSeekable: isSeekable, pagesAhead: pagesAhead, wake: WaitPoint()))
    table.setSampleRate(rate)
    table.setLength(toldLength ?? Int64(left.count))
  }

  /// Fills what is wanted.
  public func fill() {
    while true {
      table.wantedPages(into: &wanted)
      guard let page = wanted.first(where: { !table.isReady(page: $0) && !heldBack.contains($0) })
      else { return }
      fill(page)
    }
  }

  private func fill(_ page: Int) {
    let first = page * PageTable.frameCount
    let count = min(max(left.count - first, 0), PageTable.frameCount)
    if count < PageTable.frameCount { table.end(at: Int64(min(left.count, first + count))) }
    guard let place = table.take(notIn: wanted) else { return }
    if table.layout == .native16 {
      let words = place.samples.assumingMemoryBound(to: Int16.self)
      for i in 0..<count {
        words[2 * i] = Int16(min(left[first + i] * 32_768, 32_767))
        words[2 * i + 1] = Int16(min(right[first + i] * 32_768, 32_767))
      }
    } else {
      let floats = place.samples.assumingMemoryBound(to: Float.self)
      for i in 0..<count {
        floats[i] = left[first + i]
        if table.layout == .stereo { floats[PageTable.rightOffset + i] = right[first + i] }
      }
    }
    table.publish(page, in: place.slot)
    filled.append(page)
  }

  public override func supply(_ page: Int) -> Bool {
    fill()
    return table.isReady(page: page)
  }
}
