import MixEngine
import Testing

@Suite struct RelativeEncodingTests {
  @Test(
    arguments: [
      // value, two's complement, offset, sign and magnitude
      (0, 0, -64, 0),
      (1, 1, -63, 1),
      (2, 2, -62, 2),
      (5, 5, -59, 5),
      (30, 30, -34, 30),
      (63, 63, -1, 63),
      (64, -64, 0, 0),
      (65, -63, 1, -1),
      (66, -62, 2, -2),
      (98, -30, 34, -34),
      (123, -5, 59, -59),
      (126, -2, 62, -62),
      (127, -1, 63, -63),
    ])
  func `seven bits say how many clicks and which way`(_ row: (Int, Int, Int, Int)) {
    let (value, twosComplement, offset, signMagnitude) = row
    #expect(RelativeEncoding.twosComplement.clicks(coarse: value) == twosComplement)
    #expect(RelativeEncoding.offset.clicks(coarse: value) == offset)
    #expect(RelativeEncoding.signMagnitude.clicks(coarse: value) == signMagnitude)
  }

  @Test(
    arguments: [
      (0, 0, -8192, 0),
      (1, 1, -8191, 1),
      (127, 127, -8065, 127),
      (128, 128, -8064, 128),
      (8191, 8191, -1, 8191),
      (8192, -8192, 0, 0),
      (8193, -8191, 1, -1),
      (16256, -128, 8064, -8064),
      (16382, -2, 8190, -8190),
      (16383, -1, 8191, -8191),
    ])
  func `fourteen bits are the same with a wider middle`(_ row: (Int, Int, Int, Int)) {
    let (value, twosComplement, offset, signMagnitude) = row
    #expect(RelativeEncoding.twosComplement.clicks(fine: value) == twosComplement)
    #expect(RelativeEncoding.offset.clicks(fine: value) == offset)
    #expect(RelativeEncoding.signMagnitude.clicks(fine: value) == signMagnitude)
  }

  @Test func `the name of an encoding is its first click right and left`() throws {
    for encoding in RelativeEncoding.allCases {
      let clicks = encoding.rawValue.split(separator: "/").map { Int($0)! }
      #expect(clicks.map { encoding.clicks(coarse: $0) } == [1, -1])
    }
  }

  @Test func `what is no value of seven or fourteen bits does not trap`() {
    for encoding in RelativeEncoding.allCases {
      for value in [Int.min, -1, 128, 16384, Int.max] {
        #expect(abs(encoding.clicks(coarse: value)) <= 64)
        #expect(abs(encoding.clicks(fine: value)) <= 8192)
      }
    }
  }

  @Test func `an input's clicks are its scale's, and steps are clicks`() {
    #expect(MIDIInput.Value.coarse(127).clicks(.twosComplement) == -1)
    #expect(MIDIInput.Value.fine(127).clicks(.twosComplement) == 127)
    #expect(MIDIInput.Value.fine(16383).clicks(.twosComplement) == -1)
    for encoding in RelativeEncoding.allCases {
      #expect(MIDIInput.Value.steps(-1).clicks(encoding) == -1)
    }
  }
}
