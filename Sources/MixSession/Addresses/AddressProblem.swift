/// Why a text is not the address of anything that could be set or told.
public enum AddressProblem: Error, Hashable, Sendable {
  /// Nothing stands there; `nearest` does.
  case unknown(String, nearest: String?)
  case reading(String)
  /// It is a key, but it is settled when the session begins.
  case key(String)
  /// It is told, and nothing stands there that could be shown.
  case action(String)
  /// It is a send that the session neither names nor moves: nothing goes along it.
  case unconnected(String)
  /// It is a reading that is no number.
  case word(String)

  public var message: String {
    switch self {
    case .unknown(let address, _): "'\(Shown.word(address))' is not an address"
    case .reading(let address): "\(address) is a reading, it can't be set"
    case .key(let address): "\(address) is settled when the session begins"
    case .unconnected(let address): "nothing goes along \(address) in this session"
    case .word(let address): "\(address) is a word, not a number"
    case .action(let address): "\(address) is an action, there is nothing to show"
    }
  }

  public var help: String? {
    switch self {
    case .unknown(_, let nearest): nearest.map { "did you mean \($0)?" }
    case .action: "the light of a button: led = true"
    case .word(let address):
      "the light of a button: to = \"\(address.dropLast(5))play\", led = true"
    case .unconnected(let address):
      "name it under its strip: sends = { \(address.split(separator: ".").last ?? "") = -inf }"
    case .reading, .key: nil
    }
  }
}
