import MixTestSupport
import Testing

@testable import MixEngine

/// Pushing, popping and changing the order.
@Suite struct BufferStackOrderTests {
  @Test func `a new stack is empty and has room for stereo in every entry`() {
    let s = TestStack(capacity: 8)
    #expect(s.stack.count == 0 && s.stack.remaining == 8 && s.stack.capacity == 8)
    #expect(s.stack.monoBufferCount == 16 && s.stack.frameCount == 4)
    #expect(s.stack.get() == nil && s.stack.get(-1) == nil)
    #expect(BufferStack.maximumChannelCount == 32)
  }

  @Test func `0 is the top, and nothing lies outside`() {
    let s = TestStack()
    s.push(1, 1)
    s.push(2)
    s.push(3, 4)
    #expect(s.all == [[3, 4], [2], [1, 1]])
    #expect(s.stack.get(3) == nil && s.stack.get(-1) == nil)
    #expect(s.stack.count == 3 && s.stack.remaining == 5 && s.misuses == 0)
  }

  @Test func `several are pushed as a whole`() {
    let s = TestStack(capacity: 4)
    #expect(s.stack.push(count: 3, channelCount: 1) == 0..<3)
    #expect(s.stack.count == 3)
    #expect(s.stack.push(count: 2, channelCount: 1) == nil)
    #expect(s.stack.count == 3 && s.overflows == 1)
    #expect(s.stack.push(count: 0) == nil && s.stack.push(count: -1) == nil)
    #expect(s.misuses == 2)
  }

  @Test func `entries that run out are refused and counted`() {
    let s = TestStack(capacity: 2, monoBuffers: 64)
    #expect(s.stack.push() != nil && s.stack.push() != nil)
    #expect(s.stack.push() == nil && s.stack.pushSilence() == nil && s.stack.duplicate() == nil)
    let memory = CallersMemory([1])
    #expect(memory.push(on: s.stack) == nil)
    #expect(s.overflows == 4 && s.stack.count == 2 && s.misuses == 0)
    s.stack.pop()
    #expect(s.stack.push() != nil)
  }

  @Test func `mono buffers that run out are refused and counted`() {
    let s = TestStack(capacity: 8, monoBuffers: 3)
    #expect(s.stack.push(channelCount: 2) != nil)
    #expect(s.stack.push(channelCount: 2) == nil && s.overflows == 1)
    #expect(s.stack.push(channelCount: 1) != nil)
    #expect(s.stack.push(channelCount: 1) == nil && s.overflows == 2)
    // The caller's own memory needs none.
    let memory = CallersMemory([1, 2])
    #expect(memory.push(on: s.stack) != nil)
    #expect(s.stack.count == 3)
  }

  @Test(arguments: [0, -1, 33]) func `a channel count out of range is refused`(count: Int) {
    let s = TestStack(monoBuffers: 64)
    #expect(s.stack.push(channelCount: count) == nil)
    #expect(s.stack.push(count: 2, channelCount: count) == nil)
    let memory = CallersMemory([1])
    #expect(
      s.stack.pushExternal(memory.channels, channelCount: count, frameCount: 4) == nil)
    #expect(s.misuses == 3 && s.stack.count == 0)
    #expect(s.stack.push(channelCount: 32) != nil)
  }

  @Test func `silence is pushed as zeros`() {
    let s = TestStack()
    s.push(5, 6)
    s.stack.pop()
    s.stack.pushSilence()
    #expect(s.all == [[0, 0]])
  }

  @Test func `a copy has the samples and the timestamp`() {
    let s = TestStack()
    s.push([7, 8], timestamp: 99)
    s.push([9], timestamp: 5)
    s.stack.duplicate(1)
    #expect(s.all == [[7, 8], [9], [7, 8]])
    #expect(s.stack.timestamp(at: 0) == 99)
    s.stack.duplicate()
    s.stack.silence()
    #expect(s.all == [[0, 0], [7, 8], [9], [7, 8]])
    #expect(s.stack.duplicate(4) == nil && s.stack.duplicate(-1) == nil && s.misuses == 2)
  }

  @Test func `a copy of a longer buffer is as long as new ones are`() {
    let s = TestStack()
    s.push(1)
    s.stack.setFrameCount(2)
    #expect(s.stack.duplicate()?.frameCount == 2)
    s.stack.pop(2)
    s.push(3)
    s.stack.setFrameCount(4)
    let copy = s.stack.duplicate()!
    #expect(copy.frameCount == 4)
    #expect((0..<4).map { copy[0][$0] } == [3, 3, 0, 0])
  }

  @Test func `popping takes at most what is there`() {
    let s = TestStack()
    for i in 1...4 { s.push(Float(i)) }
    s.stack.pop()
    #expect(s.all == [[3], [2], [1]])
    s.stack.pop(0)
    #expect(s.stack.count == 3)
    s.stack.pop(2)
    #expect(s.all == [[1]])
    s.stack.pop(9)
    #expect(s.stack.count == 0 && s.stack.remaining == 8 && s.misuses == 0)
    s.stack.pop(-1)
    #expect(s.misuses == 1)
    s.push(1)
    s.push(2)
    s.stack.popAll()
    #expect(s.stack.count == 0)
  }

  @Test func `an entry is removed from anywhere`() {
    for index in 0..<4 {
      let s = TestStack()
      var model: [[Float]] = []
      for i in 1...4 {
        s.push(Float(i))
        model.insert([Float(i)], at: 0)
      }
      s.stack.remove(index)
      model.remove(at: index)
      #expect(s.all == model)
      s.stack.remove(3)
      s.stack.remove(-1)
      #expect(s.all == model && s.misuses == 2)
    }
  }

  @Test func `the top two are exchanged`() {
    let s = TestStack()
    s.stack.swap()
    s.push(1)
    s.stack.swap()
    #expect(s.misuses == 2 && s.all == [[1]])
    s.push(2, 3)
    s.stack.swap()
    #expect(s.all == [[1], [2, 3]])
  }

  @Test func `an entry is brought to the top`() {
    for index in 0..<5 {
      let s = TestStack()
      var model: [[Float]] = []
      for i in 1...5 {
        s.push(Float(i))
        model.insert([Float(i)], at: 0)
      }
      s.stack.raise(index)
      model.insert(model.remove(at: index), at: 0)
      #expect(s.all == model)
    }
    let s = TestStack()
    s.stack.raise(0)
    s.stack.raise(-1)
    #expect(s.misuses == 2)
  }

  @Test func `timestamps are those of the push, unless somebody knows better`() {
    let s = TestStack()
    s.stack.reset(frameCount: 4, timestamp: 640)
    s.push(1)
    s.stack.setTimestamp(700)
    s.push(2)
    #expect(s.stack.timestamp(at: 1) == 640 && s.stack.timestamp(at: 0) == 700)
    #expect(s.stack.get(0)?.timestamp == 700 && s.stack.timestamp == 700)
    s.stack.setTimestamp(12, at: 1)
    #expect(s.stack.timestamp(at: 1) == 12)
    #expect(s.stack.timestamp(at: 2) == nil && s.stack.timestamp(at: -1) == nil)
    s.stack.setTimestamp(1, at: 2)
    #expect(s.misuses == 1)
  }

  @Test func `a new frame count is that of later pushes, within the room`() {
    let s = TestStack(frameCount: 64)
    s.push(1)
    s.stack.setFrameCount(10)
    s.push(2)
    #expect(s.stack.get(0)?.frameCount == 10 && s.stack.get(1)?.frameCount == 64)
    s.stack.setFrameCount(1000)
    #expect(s.stack.frameCount == 64)
    s.stack.setFrameCount(-3)
    #expect(s.stack.frameCount == 0)
    #expect(s.stack.push()?.frameCount == 0)
  }

  @Test func `a reset takes everything back`() {
    let s = TestStack(capacity: 4, monoBuffers: 8)
    for _ in 0..<4 { s.push(1, 2) }
    s.stack.reset(frameCount: 2, timestamp: 5)
    #expect(s.stack.count == 0 && s.stack.remaining == 4 && s.stack.timestamp == 5)
    for _ in 0..<4 { #expect(s.stack.push()?.frameCount == 2) }
    #expect(s.overflows == 0)
  }

  @Test func `memory of the caller is marked, and must be long enough`() {
    let s = TestStack()
    let memory = CallersMemory([1, 2])
    #expect(memory.push(on: s.stack)?.isExternal == true)
    #expect(s.values() == [1, 2])
    s.push(3)
    #expect(s.stack.get(0)?.isExternal == false && s.stack.get(1)?.isExternal == true)
    #expect(
      s.stack.pushExternal(memory.channels, channelCount: 2, frameCount: 3) == nil)
    #expect(s.misuses == 1)
    // A copy of it is the stack's own.
    #expect(s.stack.duplicate(1)?.isExternal == false)
  }

  /// Thousands of random operations against an array of arrays.
  @Test(arguments: 1...20) func `it does what a list of buffers does`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let s = TestStack(capacity: 6, monoBuffers: 9)
    var model: [[Float]] = []
    var next: Float = 1
    for _ in 0..<2000 {
      let index = Int.random(in: -1...6, using: &random)
      let exists = model.indices.contains(index)
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1:
        let width = Int.random(in: 1...3, using: &random)
        let used = model.map(\.count).reduce(0, +)
        if model.count < 6, used + width <= 9 {
          model.insert((0..<width).map { next + Float($0) / 4 }, at: 0)
          s.push(model[0])
        } else {
          #expect(s.stack.push(channelCount: width) == nil)
        }
        next += 1
      case 2:
        let count = Int.random(in: 0...3, using: &random)
        s.stack.pop(count)
        model.removeFirst(min(count, model.count))
      case 3:
        s.stack.remove(index)
        if exists { model.remove(at: index) }
      case 4:
        s.stack.raise(index)
        if exists { model.insert(model.remove(at: index), at: 0) }
      case 5:
        s.stack.swap()
        if model.count > 1 { model.swapAt(0, 1) }
      default:
        let copy = s.stack.duplicate(index)
        if copy != nil { model.insert(model[index], at: 0) }
      }
      #expect(s.all == model, "seed \(seed)")
      #expect(s.stack.remaining == 6 - model.count)
    }
  }
}
