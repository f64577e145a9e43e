/// Finds what somebody probably meant to type.
public enum NearestName {
  /// The one of `candidates` that is close enough to `name` to be offered, or nil.
  ///
  /// Close means: at most a third of the letters differ (insertions, omissions, swaps of neighbours
  /// and replacements count one each), or one begins with the other. Case is ignored.
  public static func find(_ name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    guard !wanted.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().unicodeScalars)
      var distance = editDistance(wanted, letters)
      if wanted.count >= 3, letters.starts(with: wanted) || wanted.starts(with: letters),
        letters.count >= 3
      {
        distance = min(distance, 1)
      }
      guard distance <= max(1, max(wanted.count, letters.count) / 3) else { continue }
      if wanted.count == 1, distance > 0 { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.name
  }

  /// Optimal string alignment distance.
  static func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](), last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var d = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { d = min(d, beforeLast[j - 1] + 1) }
        row.append(d)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
