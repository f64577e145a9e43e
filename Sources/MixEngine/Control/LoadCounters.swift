import Synchronization

/// What rendering costs, as a share of the time it has: a histogram that the render thread fills.
///
/// Written by the render thread (relaxed); read and cleared by anybody.
public struct LoadCounters: ~Copyable, Sendable {
  /// Shares from 2^(i/8 − 12) up to 2^((i+1)/8 − 12): 0.02 % … 1600 %.
  private let buckets = InlineArray<128, Atomic<UInt32>> { _ in Atomic(0) }
  private let worst = Atomic<Float>(0)
  private let late = Atomic<Int>(0)

  /// Render thread: one request took `share` of its time.
  @_noLocks func add(_ share: Float) {
    // The exponent and the three upper bits of the mantissa number the bucket, without a logarithm.
    let bits = Int(share.bitPattern &>> 20) &- ((127 &- 12) &<< 3)
    let bucket = bits < 0 ? 0 : bits > 127 ? 127 : bits
    buckets[bucket].add(1, ordering: .relaxed)
    if share > worst.load(ordering: .relaxed) { worst.store(share, ordering: .relaxed) }
    if share > 1 { late.add(1, ordering: .relaxed) }
  }

  /// Any thread: what was counted so far.
  public func report() -> LoadReport {
    var total = 0, counts = [Int](repeating: 0, count: 128)
    for i in 0..<128 {
      counts[i] = Int(buckets[i].load(ordering: .relaxed))
      total += counts[i]
    }
    var seen = 0, percentile = 0.0
    for i in 0..<128 where total > 0 {
      seen += counts[i]
      if seen * 100 >= total * 99 {
        let upper = Float(bitPattern: UInt32((i + 1 + ((127 - 12) << 3)) << 20))
        percentile = Double(upper)
        break
      }
    }
    let most = Double(worst.load(ordering: .relaxed))
    return LoadReport(
      requests: total, percentile99: min(percentile, most), worst: most,
      late: late.load(ordering: .relaxed))
  }
}
