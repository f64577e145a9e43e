import MixTestSupport
import Testing

@testable import MixEngine

/// Summing, scaling and giving out.
@Suite struct BufferStackMixTests {
  // MARK: mix

  @Test func `the top two become their sum`() {
    let s = TestStack()
    s.push(9, 9)
    s.push(1, 2)
    s.push(10, 20)
    s.stack.mix(2)
    #expect(s.all == [[11, 22], [9, 9]])
  }

  @Test func `0 mixes all, and so does more than there are`() {
    for count in [0, 3, 7] {
      let s = TestStack()
      s.push(1, 2)
      s.push(3, 4)
      s.push(5, 6)
      s.stack.mix(count)
      #expect(s.all == [[9, 12]])
      #expect(s.stack.remaining == 7)
    }
  }

  @Test func `fewer than two is nothing to mix`() {
    let s = TestStack()
    #expect(s.stack.mix(2) == nil)
    s.push(1)
    #expect(s.stack.mix(0) == nil && s.stack.mix(2) == nil)
    s.push(2)
    #expect(s.stack.mix(1) == nil && s.stack.mix(-1) == nil)
    #expect(s.all == [[2], [1]] && s.misuses == 5)
  }

  /// Every pair of widths, each way round.
  @Test(arguments: 1...4, 1...4) func `channels that differ follow the table`(a: Int, b: Int) {
    let s = TestStack(monoBuffers: 32)
    let below = (1...a).map { Float($0) }, top = (1...b).map { Float($0) * 10 }
    s.push(below)
    s.push(top)
    s.stack.mix(2)
    let (wide, narrow) = a >= b ? (below, top) : (top, below)
    var sum = wide
    if narrow.count == 1, wide.count > 1 {
      sum[0] += narrow[0]
      sum[1] += narrow[0]
    } else {
      for c in narrow.indices { sum[c] += narrow[c] }
    }
    #expect(s.all == [sum])
  }

  @Test func `the sum has the earliest timestamp`() {
    for times: [Int64] in [[1, 2, 3], [3, 2, 1], [2, 1, 3]] {
      let s = TestStack()
      s.push([1, 1], timestamp: times[0])
      s.push([1], timestamp: times[1])
      s.push([1, 1], timestamp: times[2])
      s.stack.mix(3)
      #expect(s.stack.timestamp(at: 0) == 1)
    }
  }

  @Test func `gains belong to the entries from the top`() {
    let s = TestStack()
    s.push(1, 10)
    s.push(2, 20)
    s.push(4, 40)
    s.stack.mix(3, gains: [0.5, 2, -1])
    #expect(s.all == [[5, 50]])
  }

  @Test func `no buffer of others is written by mixing`() {
    let s = TestStack()
    let below = CallersMemory([1, 2]), top = CallersMemory([10, 20])
    below.push(on: s.stack)
    top.push(on: s.stack)
    s.stack.mix(2, gains: [2, 3])
    #expect(s.all == [[23, 46]])
    #expect(below.isUntouched && top.isUntouched)
    #expect(s.stack.get()?.isExternal == false)
  }

  @Test func `without room for a copy of others' memory nothing happens`() {
    let s = TestStack(capacity: 8, monoBuffers: 1)
    let below = CallersMemory([1, 2]), top = CallersMemory([10, 20])
    below.push(on: s.stack)
    top.push(on: s.stack)
    #expect(s.stack.mix(2) == nil)
    s.stack.silence()
    s.stack.add(to: 1)
    var left = Ramp(0.5), right = Ramp(0.5)
    s.stack.applyFaders(left: &left, right: &right)
    #expect(s.all == [[10, 20], [1, 2]] && s.overflows == 4)
    #expect(below.isUntouched && top.isUntouched)
  }

  // MARK: add

  @Test func `the top is added to a deeper entry and stays`() {
    let s = TestStack()
    s.push(1, 2)
    s.push(5)
    s.push(10, 20)
    s.stack.add(to: 2, gain: 0.5)
    #expect(s.all == [[10, 20], [5], [6, 12]])
    // Stereo into mono is the mean, so that mono that was heard on both sides stays what it was.
    s.stack.add(to: 1)
    #expect(s.values(1) == [20])
    s.stack.add(to: 0)
    s.stack.add(to: 3)
    #expect(s.misuses == 2)
  }

  @Test func `the top is added with gains that move`() {
    let s = TestStack()
    s.push(1, 1)
    s.push(8, 8)
    var left = Ramp(0), right = Ramp(0.5)
    left.move(to: 1, over: 4)
    s.stack.add(to: 1, left: &left, right: &right)
    let sum = s.stack.get(1)!
    #expect((0..<4).map { sum.left[$0] } == [1, 3, 5, 7])
    #expect((0..<4).map { sum.right[$0] } == [5, 5, 5, 5])
    #expect(left.rests(at: 1) && s.values(0) == [8, 8])
  }

  @Test func `mono and stereo add with gains as they mix`() {
    let s = TestStack()
    s.push(0, 0)
    s.push(8)
    var left = Ramp(1), right = Ramp(0.25)
    s.stack.add(to: 1, left: &left, right: &right)
    #expect(s.values(1) == [8, 2])
  }

  // MARK: applyFaders

  @Test func `each side gets its gain`() {
    let s = TestStack()
    s.push(8, 8)
    var left = Ramp(0.5), right = Ramp(0.25)
    s.stack.applyFaders(left: &left, right: &right)
    #expect(s.all == [[4, 2]])
    s.push(1, 1, 1)
    s.stack.applyFaders(left: &left, right: &right)
    #expect(s.values() == [0.5, 0.25, 1])
  }

  @Test func `gains of 1 leave even others' memory in its place`() {
    let s = TestStack()
    let memory = CallersMemory([1, 2])
    memory.push(on: s.stack)
    var left = Ramp(1), right = Ramp(1)
    s.stack.applyFaders(left: &left, right: &right)
    #expect(s.stack.get()?.isExternal == true)
  }

  @Test func `mono becomes stereo only when the sides differ`() {
    let s = TestStack()
    s.push(8)
    var left = Ramp(0.5), right = Ramp(0.5)
    s.stack.applyFaders(left: &left, right: &right)
    #expect(s.all == [[4]])
    right.move(to: 0.25, over: 0)
    s.stack.applyFaders(left: &left, right: &right)
    #expect(s.all == [[2, 1]])
  }

  @Test func `an empty stack has nothing to fade or silence`() {
    let s = TestStack()
    var left = Ramp(0.5), right = Ramp(0.5)
    s.stack.applyFaders(left: &left, right: &right)
    s.stack.silence()
    #expect(s.misuses == 2)
  }

  // MARK: silence

  @Test func `silence is for the top alone, and copies others' memory first`() {
    let s = TestStack()
    s.push(1, 2)
    let memory = CallersMemory([3, 4])
    memory.push(on: s.stack)
    s.stack.silence()
    #expect(s.all == [[0, 0], [1, 2]] && memory.isUntouched)
  }

  // MARK: output

  private func output(
    _ s: TestStack, _ count: Int = 0, channels: Int, range: ChannelRange? = nil
  ) -> [Float] {
    let memory = CallersMemory([Float](repeating: 100, count: channels))
    s.stack.mix(
      count, into: memory.channels, outputChannelCount: channels, range: range)
    return memory.contents
  }

  @Test func `entries are added to an output and stay`() {
    let s = TestStack()
    s.push(1, 2)
    s.push(10, 20)
    s.push(5)
    #expect(output(s, channels: 2) == [116, 127])
    #expect(output(s, 2, channels: 2) == [115, 125])
    #expect(output(s, 1, channels: 2) == [105, 105])
    #expect(output(s, 9, channels: 2) == [116, 127])
    #expect(s.stack.count == 3 && s.misuses == 0)
    #expect(output(s, -1, channels: 2) == [100, 100])
    #expect(s.misuses == 1)
  }

  @Test func `a mono output gets the mean`() {
    let s = TestStack()
    s.push(10, 20)
    #expect(output(s, channels: 1) == [115])
  }

  @Test func `an output's channels can be chosen`() {
    let s = TestStack()
    s.push(1, 2)
    #expect(
      output(s, channels: 4, range: ChannelRange(first: 2, count: 2)) == [100, 100, 101, 102])
    #expect(
      output(s, channels: 4, range: ChannelRange(first: 1, count: 1)) == [100, 101.5, 100, 100])
    #expect(s.clampedOutputs == 0)
  }

  @Test func `channels that an output lacks are left out and counted`() {
    let s = TestStack()
    s.push(1, 2)
    #expect(output(s, channels: 3, range: ChannelRange(first: 2, count: 2)) == [100, 100, 101.5])
    #expect(output(s, channels: 2, range: ChannelRange(first: 5, count: 2)) == [100, 100])
    #expect(output(s, channels: 2, range: ChannelRange(first: -1, count: 2)) == [101.5, 100])
    #expect(s.clampedOutputs == 3)
  }
}
