import MixEngine

/// Sixteen-bit noise without an end that is in memory as soon as it is wanted.
final class NoiseFile: PlayableFile, @unchecked Sendable {
  private var wanted: [Int] = []

  init() {
    super.init(
      memory: PageMemory(layout: .native16, isSeekable: true, pagesAhead: 4, wake: WaitPoint()))
    table.setSampleRate(48_000)
    table.setLength(48_000 * 3600)
  }

  /// Fills what is wanted.
  func fill() {
    while true {
      table.wantedPages(into: &wanted)
      guard let page = wanted.first(where: { !table.isReady(page: $0) }),
        let place = table.take(notIn: wanted)
      else { return }
      let words = place.samples.assumingMemoryBound(to: Int16.self)
      var state = UInt32(truncatingIfNeeded: page) | 1
      for i in 0..<2 * PageTable.frameCount {
        state = state &* 1_664_525 &+ 1_013_904_223
        words[i] = Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 18)
      }
      table.publish(page, in: place.slot)
    }
  }

  override func supply(_ page: Int) -> Bool {
    fill()
    return table.isReady(page: page)
  }
}
