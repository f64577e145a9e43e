/// Which encodings of an endless encoder the values of a control allow, and which ways it was turned.
///
/// An encoder sends small numbers of clicks: all its values lie near its encoding's middle and none is
/// the middle itself, since that is no click.
struct MIDILearnEvidence: BitwiseCopyable, Sendable {
  /// More clicks in one message than a hand makes.
  private let most: Int
  private let scale: CentredScale
  /// One bit for each encoding.
  private var allowed: UInt8 = 0b111
  private var right: UInt8 = 0
  private var left: UInt8 = 0

  init(_ scale: CentredScale) {
    self.scale = scale
    most = scale.middle / 2 - 1
  }

  mutating func take(_ value: Int) {
    for (index, encoding) in RelativeEncoding.allCases.enumerated() {
      let clicks =
        isCoarse ? encoding.clicks(coarse: value) : encoding.clicks(fine: value)
      let bit: UInt8 = 1 << UInt8(index)
      if clicks == 0 || abs(clicks) > most { allowed &= ~bit }
      if clicks > 0 { right |= bit }
      if clicks < 0 { left |= bit }
    }
  }

  var isCoarse: Bool { scale.middle == 64 }

  /// The encodings that all values fit.
  var encodings: [RelativeEncoding] { encodings(in: allowed) }

  /// Those of them that were turned both ways.
  var bothWays: [RelativeEncoding] { encodings(in: allowed & right & left) }

  private func encodings(in bits: UInt8) -> [RelativeEncoding] {
    RelativeEncoding.allCases.enumerated().filter { bits & 1 << UInt8($0.offset) != 0 }
      .map(\.element)
  }
}
