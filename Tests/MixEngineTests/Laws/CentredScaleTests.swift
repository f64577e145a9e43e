import MixEngine
import Testing

@Suite struct CentredScaleTests {
  @Test func `every 7-bit value stands where the law says`() {
    for value in 0...127 {
      let expected = value <= 64 ? Double(value) / 128 : Double(value - 1) / 126
      #expect(abs(Double(CentredScale.coarse.position(of: value)) - expected) < 1e-7)
    }
  }

  @Test func `every 14-bit value stands where the law says`() {
    for value in 0...16383 {
      let expected = value <= 8192 ? Double(value) / 16384 : Double(value - 1) / 16382
      #expect(abs(Double(CentredScale.fine.position(of: value)) - expected) < 1e-7)
    }
  }

  @Test func `ends and middle are exact`() {
    for scale in [CentredScale.coarse, .fine] {
      #expect(scale.position(of: 0) == 0)
      #expect(scale.position(of: scale.middle) == 0.5)
      #expect(scale.position(of: scale.greatest) == 1)
      #expect(scale.position(of: -1) == 0 && scale.position(of: .min) == 0)
      #expect(scale.position(of: scale.greatest + 1) == 1 && scale.position(of: .max) == 1)
    }
    #expect(CentredScale.coarse.greatest == 127 && CentredScale.fine.greatest == 16383)
  }

  @Test func `the value at a value's position is that value`() {
    for scale in [CentredScale.coarse, .fine] {
      for value in 0...scale.greatest {
        #expect(scale.value(at: scale.position(of: value)) == value)
      }
      #expect(scale.value(at: -.infinity) == 0 && scale.value(at: .nan) == 0)
      #expect(scale.value(at: .infinity) == scale.greatest)
    }
  }

  @Test func `an input's position is its scale's, and steps have none`() {
    #expect(MIDIInput.Value.coarse(64).position == 0.5)
    #expect(MIDIInput.Value.fine(8192).position == 0.5)
    #expect(MIDIInput.Value.fine(127).position == 127.0 / 16384)
    #expect(MIDIInput.Value.steps(1).position == nil)
  }
}
