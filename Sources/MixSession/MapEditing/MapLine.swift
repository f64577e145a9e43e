import MixEngine

/// An entry of a map, as it is to be written.
public struct MapLine: Hashable, Sendable {
  public var control: MIDIControl
  /// 0…15, written as 1…16; nil: any.
  public var channel: Int?
  /// Part of the name of a port; nil: any.
  public var port: String?
  /// Nil: absolute.
  public var relative: RelativeEncoding?
  /// At least one address.
  public var to: [String]
  /// Whether a switch is true only while the control is down.
  public var isHeld: Bool

  public init(
    _ control: MIDIControl, channel: Int? = nil, port: String? = nil,
    relative: RelativeEncoding? = nil, to: [String], isHeld: Bool = false
  ) {
    self.control = control
    self.channel = channel
    self.port = port
    self.relative = relative
    self.to = to
    self.isHeld = isHeld
  }

  /// `{ cc = 0, channel = 1, to = "player.a.gain" }`
  public var text: String { Self.text(of: pairs) }

  /// A key and its value in TOML.
  typealias Pair = (key: String, value: String)

  /// Keys that an entry keeps when it gets another address: they belong to the control.
  static let keptKeys = ["port", "layer", "led"]

  /// In the order in which maps have them.
  var pairs: [Pair] {
    let hasNumber = control.kind.greatestNumber != nil
    var pairs: [Pair] = [(control.kind.rawValue, hasNumber ? "\(control.number)" : "true")]
    if let channel { pairs.append(("channel", "\(channel + 1)")) }
    if let port { pairs.append(("port", TOMLText.quoted(port))) }
    if let relative { pairs.append(("relative", TOMLText.quoted(relative.rawValue))) }
    let addresses = to.map(TOMLText.quoted)
    pairs.append(
      ("to", addresses.count == 1 ? addresses[0] : "[\(addresses.joined(separator: ", "))]"))
    if isHeld { pairs.append(("hold", "true")) }
    return pairs
  }

  /// The pairs with those that an earlier entry keeps, each in its place.
  func pairs(keeping kept: [Pair]) -> [Pair] {
    var pairs = pairs
    for pair in kept where !pairs.contains(where: { $0.key == pair.key }) {
      let address = pairs.firstIndex { $0.key == "relative" || $0.key == "to" }
      pairs.insert(pair, at: pair.key == "led" ? pairs.count : address ?? pairs.count)
    }
    return pairs
  }

  static func text(of pairs: [Pair]) -> String {
    "{ " + pairs.map { "\($0.key) = \($0.value)" }.joined(separator: ", ") + " }"
  }
}
