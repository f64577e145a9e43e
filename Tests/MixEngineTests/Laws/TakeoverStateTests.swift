import MixEngine
import Testing

@Suite struct TakeoverStateTests {
  /// Positions of 7-bit values.
  private func positions(_ values: [Int]) -> [Float] {
    values.map { CentredScale.coarse.position(of: $0) }
  }

  /// Feeds values as a mapper does; the parameter goes where it is told.
  private func run(
    _ state: inout TakeoverState, _ values: [Int], parameter: inout Float
  ) -> [Float?] {
    positions(values).map { control in
      let goal = state.position(of: control, current: parameter)
      if let goal { parameter = goal }
      return goal
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var current: Float
    var values: [Int]
    /// How many values from the first are held back.
    var heldBack: Int

    init(_ name: String, at current: Float, _ values: [Int], heldBack: Int) {
      testDescription = name
      self.current = current
      self.values = values
      self.heldBack = heldBack
    }
  }

  static let pickups = [
    Case(
      "a sweep down that ends at the value", at: 0.5, [100, 90, 80, 70, 64], heldBack: 4),
    Case("a sweep that stops short", at: 0.5, [100, 90, 80, 70, 69, 68], heldBack: 6),
    Case("a fast sweep down over the value", at: 0.5, [127, 0], heldBack: 1),
    Case("a fast sweep up over the value", at: 0.5, [0, 120, 127], heldBack: 1),
    Case("a sweep up beside the value and back", at: 0.75, [10, 60, 20, 0], heldBack: 4),
    Case("the first message is beyond the value", at: 0.5, [120, 110, 100], heldBack: 3),
    Case("the first message is at the value", at: 0.5, [64, 127, 0], heldBack: 0),
    Case("three steps below", at: 0.5, [61, 0], heldBack: 0),
    Case("four steps below", at: 0.5, [60, 0], heldBack: 2),
    Case("full gain against a fader at the bottom", at: 1, [0, 1, 2, 60, 120], heldBack: 5),
    Case("full gain, found at the top", at: 1, [0, 120, 127, 100], heldBack: 2),
    Case("−∞ dB against a fader at the top", at: 0, [127, 100, 4], heldBack: 3),
    Case("−∞ dB, found at the bottom", at: 0, [127, 0, 127], heldBack: 1),
    Case("louder than the fader goes: found at its top", at: 1.3, [0, 120, 127, 64], heldBack: 2),
    Case("a slow sweep", at: 0.25, Array(0...127), heldBack: 29),
  ]

  @Test(arguments: pickups)
  func `pick-up waits until the control meets the value, then follows every message`(
    _ test: Case
  ) {
    var state = TakeoverState(.pickup)
    var parameter = test.current
    let goals = run(&state, test.values, parameter: &parameter)
    let expected: [Float?] = positions(test.values).enumerated().map { index, position in
      index < test.heldBack ? nil : position
    }
    #expect(goals == expected)
  }

  @Test func `a parameter moved from elsewhere waits for the control again`() {
    var state = TakeoverState(.pickup)
    var parameter: Float = 0.5
    #expect(run(&state, [64, 80], parameter: &parameter) == positions([64, 80]))
    parameter = 0.2
    state.rearm()
    let goals = run(&state, [81, 82, 40, 10], parameter: &parameter)
    #expect(goals == [nil, nil, nil] + positions([10]))
  }

  @Test func `a layer that comes back does not take the knob's old place for its own`() {
    var base = TakeoverState(.pickup)
    var shift = TakeoverState(.pickup)
    var low: Float = 0
    var high: Float = 1
    #expect(run(&base, [0], parameter: &low) == [0])
    base.rearm()
    shift.rearm()
    #expect(run(&shift, [1], parameter: &high) == [nil] && high == 1)
    #expect(run(&shift, [127], parameter: &high) == [1])
    base.rearm()
    #expect(run(&base, [126], parameter: &low) == [nil] && low == 0)
  }

  @Test func `jump follows from the first message`() {
    var state = TakeoverState(.jump)
    var parameter: Float = 1
    #expect(run(&state, [0, 127, 3], parameter: &parameter) == positions([0, 127, 3]))
    #expect(state.waits(for: 0.9) == nil)
  }

  @Test func `scale moves by the part of the way that is left`() {
    var state = TakeoverState(.scale)
    #expect(state.position(of: 0.5, current: 0.8) == nil)
    // Half of the control's way up; half of the parameter's.
    let up = state.position(of: 0.75, current: 0.8)!
    #expect(abs(up - 0.9) < 1e-6)
    // A third of the way down from 0.75 to 0.
    let down = state.position(of: 0.5, current: up)!
    #expect(abs(down - 0.6) < 1e-6)
    #expect(state.position(of: 0.5, current: down) == down)
  }

  @Test func `scale arrives together with the control, steadily, from every start`() {
    for control in 0...8 {
      for parameter in 0...8 {
        for goesUp in [false, true] {
          var state = TakeoverState(.scale)
          var here = Float(parameter) / 8
          var place = Float(control) / 8
          if let first = state.position(of: place, current: here) { #expect(first == here) }
          let end: Float = goesUp ? 1 : 0
          let start = place
          for step in 1...64 where start != end {
            place = start + (end - start) * Float(step) / 64
            let next = state.position(of: place, current: here)!
            // The way from 0 to 1 at most, in 64 steps that are equal for a straight sweep.
            #expect(abs(next - here) <= 1.0 / 64 + 1e-5)
            #expect(goesUp ? next >= here - 1e-5 : next <= here + 1e-5)
            here = next
          }
          if start != end { #expect(here == end) }
        }
      }
    }
  }

  @Test func `scale that has met its parameter goes with it`() {
    var state = TakeoverState(.scale)
    var parameter: Float = 0.25
    _ = run(&state, [100, 127], parameter: &parameter)
    #expect(parameter == 1)
    #expect(run(&state, [90, 20, 64], parameter: &parameter) == positions([90, 20, 64]))
  }

  @Test func `a status line is told which way to go, and only while something waits`() {
    var state = TakeoverState(.pickup)
    #expect(state.waits(for: 0.5) == nil && state.control == nil)
    _ = state.position(of: 0.2, current: 0.5)
    #expect(state.waits(for: 0.5) == .up && state.control == 0.2)
    #expect(state.waits(for: 0.1) == .down)
    _ = state.position(of: 0.5, current: 0.5)
    #expect(state.waits(for: 0.5) == nil)
    state.rearm()
    #expect(state.waits(for: 0.5) == nil && state.control == nil)
  }

  @Test(arguments: Takeover.allCases)
  func `what is no number moves nothing, and what it says stays in 0…1`(_ takeover: Takeover) {
    let tiny = Float.leastNonzeroMagnitude
    let odd: [Float] = [.nan, -.nan, .infinity, -.infinity, -1, 0, tiny, 0.5, 1, 2]
    for first in odd {
      for second in odd {
        for current in odd {
          var state = TakeoverState(takeover)
          for control in [first, second] {
            if let goal = state.position(of: control, current: current) {
              #expect(goal >= 0 && goal <= 1 && !control.isNaN)
            }
          }
        }
      }
    }
    var state = TakeoverState(takeover)
    #expect(state.position(of: .nan, current: 0.5) == nil && state.control == nil)
  }
}
