import MixTestSupport
import Testing

@testable import stackdeck

@Suite struct StatusBlockTests {
  static func lines(_ texts: String...) -> [StatusLine] { texts.map { StatusLine($0) } }

  @Test func `lines are drawn where the cursor was and changed in place`() throws {
    var terminal = VirtualTerminal(columns: 20, rows: 6)
    var block = StatusBlock(columns: 20)
    try terminal.receive("$ stackdeck\r\n")
    try terminal.receive(block.show(Self.lines("a 1:23.4  -6 dB", "main", "keys")))
    #expect(terminal.screen == ["$ stackdeck", "a 1:23.4  -6 dB", "main", "keys"])
    #expect(!terminal.isCursorShown)

    let before = terminal.written
    try terminal.receive(block.show(Self.lines("a 1:23.5  -6 dB", "main", "keys")))
    #expect(terminal.screen == ["$ stackdeck", "a 1:23.5  -6 dB", "main", "keys"])
    #expect(terminal.written == before + 1)
    #expect(block.show(Self.lines("a 1:23.5  -6 dB", "main", "keys")) == "")

    try terminal.receive(block.show(Self.lines("a 1:23.5  -inf", "main 2", "")))
    #expect(terminal.screen == ["$ stackdeck", "a 1:23.5  -inf", "main 2"])
  }

  @Test func `the block grows and shrinks, at the screen's end too`() throws {
    var terminal = VirtualTerminal(columns: 10, rows: 4)
    var block = StatusBlock(columns: 10)
    try terminal.receive("one\r\ntwo\r\n")
    try terminal.receive(block.show(Self.lines("a", "b")))
    try terminal.receive(block.show(Self.lines("a", "B", "c")))
    #expect(terminal.scrolledOut == ["one"])
    #expect(terminal.screen == ["two", "a", "B", "c"])
    try terminal.receive(block.show(Self.lines("A")))
    #expect(terminal.screen == ["two", "A"])
    try terminal.receive(block.show(Self.lines("x", "y")))
    #expect(terminal.screen == ["two", "x", "y"])
    try terminal.receive(block.erase())
    #expect(terminal.screen == ["two"])
    #expect(terminal.isCursorShown)
    try terminal.receive("$ ")
    #expect(terminal.screen == ["two", "$"])
  }

  @Test func `messages scroll above the block`() throws {
    var terminal = VirtualTerminal(columns: 10, rows: 4)
    var block = StatusBlock(columns: 10)
    let status = Self.lines("a", "main")
    for message in ["1", "2", "3", "4"] {
      try terminal.receive(block.show(status))
      try terminal.receive(block.erase() + message + "\r\n" + block.show(status))
    }
    #expect(terminal.scrolledOut == ["1", "2"])
    #expect(terminal.screen == ["3", "4", "a", "main"])
  }

  @Test func `left behind, the block stays and the cursor is below it`() throws {
    var terminal = VirtualTerminal(columns: 10, rows: 4)
    var block = StatusBlock(columns: 10)
    try terminal.receive(block.show(Self.lines("a", "main")) + block.leave() + "$")
    #expect(terminal.screen == ["a", "main", "$"])
    #expect(terminal.isCursorShown)
    #expect(block.leave() == "")
    #expect(block.erase() == "")
  }

  @Test func `the highlighted beginning is in reverse and moves with the choice`() throws {
    var terminal = VirtualTerminal(columns: 10, rows: 4)
    var block = StatusBlock(columns: 10)
    try terminal.receive(
      block.show([StatusLine("a 1", highlightedCount: 1), StatusLine("b 2")]))
    #expect(terminal.highlights == ["a"])
    try terminal.receive(
      block.show([StatusLine("a 1"), StatusLine("b 3", highlightedCount: 1)]))
    #expect(terminal.highlights == ["b"])
    #expect(terminal.screen == ["a 1", "b 3"])
  }

  @Test func `a full line does not run into the next`() throws {
    var terminal = VirtualTerminal(columns: 5, rows: 4)
    var block = StatusBlock(columns: 5)
    try terminal.receive(block.show(Self.lines("12345", "67890")))
    #expect(terminal.screen == ["12345", "67890"])
    try terminal.receive(block.show(Self.lines("1234x", "6789y")))
    #expect(terminal.screen == ["1234x", "6789y"])
  }

  @Test func `a terminal that gets narrower breaks lines, and they are all taken away`() throws {
    var block = StatusBlock(columns: 20)
    _ = block.show(Self.lines("123456789012345678", "1234567890", "keys"))
    // What a terminal of 8 columns makes of the block: 3, 2 and 1 rows.
    var terminal = VirtualTerminal(columns: 8, rows: 10)
    try terminal.receive("$ x\r\n12345678\r\n90123456\r\n78\r\n12345678\r\n90\r\nkeys\r")
    try terminal.receive(block.resize(columns: 8))
    #expect(terminal.screen == ["$ x"])
    try terminal.receive(block.show(Self.lines("a", "keys")))
    #expect(terminal.screen == ["$ x", "a", "keys"])
    try terminal.receive(block.resize(columns: 30))
    #expect(terminal.screen == ["$ x"])
  }

  @Test func `any series of blocks is what it should be on the screen`() throws {
    var generator = SeededGenerator(seed: 20)
    let parts = ["a", "音", "e\u{301}", " ", "▇", "é", "−"]
    for _ in 0..<50 {
      var terminal = VirtualTerminal(columns: 12, rows: 8)
      var block = StatusBlock(columns: 12)
      for _ in 0..<40 {
        let count = Int.random(in: 1...7, using: &generator)
        let lines = (0..<count).map { _ in
          let length = Int.random(in: 1...8, using: &generator)
          let text = (0..<length).map { _ in parts.randomElement(using: &generator)! }.joined()
          let cut = TextWidth.cut("x" + text, to: 12, .utf8).trimmingTrailingSpaces()
          return StatusLine(cut, highlightedCount: Int.random(in: 0...1, using: &generator))
        }
        try terminal.receive(block.show(lines))
        #expect(terminal.screen == lines.map(\.text))
        #expect(terminal.highlights.count == lines.count { $0.highlightedCount > 0 })
        #expect(terminal.row == count - 1 && terminal.column == 0)
      }
    }
  }
}
