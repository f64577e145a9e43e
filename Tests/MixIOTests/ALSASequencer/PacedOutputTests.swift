import MixEngine
import Testing

@testable import MixIO

/// A cable carries 3125 bytes a second; a buffer of 1 KiB takes what comes at once.
@Suite struct PacedOutputTests {
  private let note = PacedOutput.Item.message(
    MIDIMessage(.noteOn, channel: 0, number: 60, value: 1))
  private let second: Int64 = 1_000_000_000
  /// Any beginning will do.
  private let start: Int64 = 5_000_000_000

  /// Whether there was room for all.
  private func fill(_ output: inout PacedOutput, _ items: [PacedOutput.Item]) -> Bool {
    items.allSatisfy { output.append($0) }
  }

  private func notes(_ count: Int) -> [PacedOutput.Item] { Array(repeating: note, count: count) }

  /// Sends what may be sent at a time; how many bytes that were.
  private func send(_ output: inout PacedOutput, at time: Int64) -> Int {
    var count = 0
    while let item = output.next(at: time) {
      switch item {
      case .message(let message): count += message.byteCount
      case .exclusive(let bytes): count += bytes.count
      }
      output.sent(at: time)
    }
    return count
  }

  @Test func `a few messages go at once`() {
    var output = PacedOutput()
    #expect(fill(&output, notes(64)))
    #expect(send(&output, at: start) == 192)
    #expect(output.isEmpty)
    #expect(output.dueTime == nil)
  }

  @Test func `many go as fast as a cable carries them, and none is lost`() {
    var output = PacedOutput()
    #expect(fill(&output, notes(3000)))
    var count = send(&output, at: start)
    // The message that passes the limit still goes.
    #expect(count >= 1024 && count <= 1024 + 3)
    var time = start
    func elapsed() -> Double { Double(time - start) / Double(second) }
    while let due = output.dueTime {
      #expect(due > time)
      time = due
      count += send(&output, at: time)
      let limit = 1024 + 3 + 3125 * elapsed() + 0.001
      #expect(Double(count) <= limit)
    }
    #expect(count == 9000)
    // All but the first KiB took its time: 2.55 s.
    let expected = (9000.0 - 1024) / 3125
    #expect(abs(elapsed() - expected) < 0.01)
  }

  @Test func `an idle device can take a burst again`() {
    var output = PacedOutput()
    for round in 0..<3 {
      #expect(fill(&output, notes(300)))
      #expect(send(&output, at: start + Int64(round) * second) == 900)
    }
  }

  @Test func `what is refused is tried again later and later, in its order`() {
    var output = PacedOutput()
    #expect(fill(&output, [note, .exclusive([0xF0, 0xF7])]))
    var time = start
    var delays: [Int64] = []
    for _ in 0..<9 {
      #expect(output.next(at: time) == note)
      output.refused(at: time)
      #expect(output.next(at: time) == nil)
      let due = output.dueTime ?? 0
      delays.append((due - time) / 1_000_000)
      time = due
    }
    #expect(delays == [10, 20, 40, 80, 160, 320, 640, 1000, 1000])
    output.sent(at: time)
    #expect(output.next(at: time) == .exclusive([0xF0, 0xF7]))
    output.refused(at: time)
    #expect(output.dueTime == time + 10_000_000)
  }

  @Test func `a device that takes nothing is not waited for without end`() {
    var output = PacedOutput()
    #expect(fill(&output, notes(4096)))
    #expect(!fill(&output, [note]))
    #expect(!fill(&output, [.exclusive([0xF0, 0xF7])]))
  }

  @Test func `a long exclusive message goes in pieces`() {
    var output = PacedOutput()
    let long = [0xF0] + [UInt8](repeating: 1, count: 600) + [0xF7]
    #expect(fill(&output, [.exclusive(long)]))
    var pieces: [[UInt8]] = []
    while case .exclusive(let bytes) = output.next(at: start) {
      pieces.append(bytes)
      output.sent(at: start)
    }
    #expect(pieces.map(\.count) == [256, 256, 90])
    #expect(pieces.flatMap(\.self) == long)
  }
}
