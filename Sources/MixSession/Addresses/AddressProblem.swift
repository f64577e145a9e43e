/// Why a text is not the address of anything that could be set or told.
public enum AddressProblem: Error, Hashable, Sendable {
  /// Nothing stands there; `nearest` does.
  case unknown(String, nearest: String?)
  case reading(String)
  /// It is a key, but it is settled when the session begins.
  case key(String)

  public var message: String {
    switch self {
    case .unknown(let address, _): "'\(Shown.word(address))' is not an address"
    case .reading(let address): "\(address) is a reading, it can't be set"
    case .key(let address): "\(address) is settled when the session begins"
    }
  }

  public var help: String? {
    switch self {
    case .unknown(_, let nearest): nearest.map { "did you mean \($0)?" }
    case .reading, .key: nil
    }
  }
}
