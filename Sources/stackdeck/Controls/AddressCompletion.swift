/// Completes addresses as a shell completes names: a part after the other.
struct AddressCompletion {
  /// All that can be typed.
  let addresses: [String]

  /// What typed text becomes, and what it could become further where that is not clear.
  ///
  /// The first word of an address may be left out: `a.ga` is `player.a.gain`.
  func complete(_ typed: String) -> (text: String, choices: [String]) {
    var matches = addresses.filter { $0.hasPrefix(typed) }
    var typed = typed
    if matches.isEmpty, !typed.isEmpty {
      matches = addresses.filter { Self.short($0).hasPrefix(typed) }
      // What would be typed in whole.
      guard let first = matches.first, matches.allSatisfy({ Self.table($0) == Self.table(first) })
      else { return (typed, matches.map { $0 }) }
      typed = Self.table(first) + "." + typed
    }
    guard let first = matches.first else { return (typed, []) }
    let common = matches.dropFirst().reduce(first) { Self.common($0, $1) }
    if common.count > typed.count { return (common, []) }
    var choices: [String] = []
    for match in matches {
      let rest = match.dropFirst(typed.count)
      let choice = rest.firstIndex(of: ".").map { String(match[...$0]) } ?? match
      if !choices.contains(choice) { choices.append(choice) }
    }
    return (typed, choices.count > 1 ? choices : [])
  }

  private static func table(_ address: String) -> String {
    String(address.prefix { $0 != "." })
  }

  private static func short(_ address: String) -> Substring {
    address.dropFirst(table(address).count + 1)
  }

  private static func common(_ one: String, _ other: String) -> String {
    String(zip(one, other).prefix { $0 == $1 }.map(\.0))
  }
}
