extension MIDIInput.Value {
  /// Where an absolute control stands, 0…1; nil: steps have no place.
  public var position: Float? {
    switch self {
    case .coarse(let value): CentredScale.coarse.position(of: value)
    case .fine(let value): CentredScale.fine.position(of: value)
    case .steps: nil
    }
  }

  /// How far an encoder was turned, right is positive. Steps are clicks whatever the encoding.
  public func clicks(_ encoding: RelativeEncoding) -> Int {
    switch self {
    case .coarse(let value): encoding.clicks(coarse: value)
    case .fine(let value): encoding.clicks(fine: value)
    case .steps(let count): count
    }
  }
}
