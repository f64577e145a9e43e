/// A few lines at the bottom of what the terminal shows, redrawn in place; other text scrolls above.
///
/// A pure model: it knows what stands on the screen and returns the codes (ECMA-48, and DEC's modes
/// for cursor and margins) that turn it into something else. They go only where something changed.
/// Between calls the cursor stands at the beginning of the block's last line. Escape codes are
/// enough here; a program that fills the screen would rather use ncursesw.
struct StatusBlock {
  private(set) var drawn: [StatusLine] = []
  private var columns: Int

  init(columns: Int) { self.columns = columns }

  /// Shows these lines in place of those before.
  mutating func show(_ lines: [StatusLine]) -> String {
    if lines == drawn { return "" }
    if lines.isEmpty { return erase() }
    // A terminal may give a character more cells than we do: without automatic margins that costs
    // a cell, and not a line. The cursor would flicker through the lines.
    var codes = Self.begin
    if drawn.isEmpty {
      codes += lines.map(Self.whole).joined(separator: "\r\n")
      drawn = lines
      return codes + "\r" + Self.end
    }
    var row = drawn.count - 1
    for (index, line) in lines.enumerated().prefix(drawn.count) where line != drawn[index] {
      codes += Self.move(from: row, to: index) + Self.change(drawn[index], into: line) + "\r"
      row = index
    }
    if lines.count > drawn.count {
      codes += Self.move(from: row, to: drawn.count - 1)
      for line in lines[drawn.count...] { codes += "\r\n" + Self.whole(line) }
      codes += "\r"
    } else if lines.count < drawn.count {
      codes += Self.move(from: row, to: lines.count) + "\u{1B}[J"
      codes += Self.move(from: lines.count, to: lines.count - 1)
    } else {
      codes += Self.move(from: row, to: lines.count - 1)
    }
    drawn = lines
    return codes + Self.end
  }

  /// Takes the block away; the cursor stands where it began.
  mutating func erase() -> String {
    if drawn.isEmpty { return "" }
    defer { drawn = [] }
    return Self.move(from: drawn.count - 1, to: 0) + "\r\u{1B}[J" + Self.showCursor
  }

  /// Leaves the block as it is; the cursor stands below it.
  mutating func leave() -> String {
    if drawn.isEmpty { return "" }
    drawn = []
    return "\r\n" + Self.showCursor
  }

  /// The terminal has become as wide as this: takes the block away to be shown anew.
  ///
  /// A terminal that has become narrower breaks the lines that no longer fit, so the block is higher
  /// than it was.
  mutating func resize(columns: Int) -> String {
    defer { self.columns = columns }
    if drawn.isEmpty || columns >= self.columns { return erase() }
    let above = drawn.dropLast().reduce(0) { rows, line in
      rows + max(1, (TextWidth.cells(of: line.text) + columns - 1) / columns)
    }
    defer { drawn = [] }
    return Self.move(from: above, to: 0) + "\r\u{1B}[J" + Self.showCursor
  }

  private static let begin = "\u{1B}[?25l\u{1B}[?7l"
  private static let end = "\u{1B}[?7h"
  private static let showCursor = "\u{1B}[?25h"

  private static func move(from row: Int, to other: Int) -> String {
    if other < row { return "\u{1B}[\(row - other)A" }
    return other > row ? "\u{1B}[\(other - row)B" : ""
  }

  /// A line on an empty row.
  private static func whole(_ line: StatusLine) -> String {
    if line.highlightedCount == 0 { return line.text }
    let head = line.text.prefix(line.highlightedCount)
    return "\u{1B}[7m\(head)\u{1B}[27m\(line.text.dropFirst(line.highlightedCount))"
  }

  /// Turns a line into another; the cursor stands at the line's beginning.
  private static func change(_ old: StatusLine, into new: StatusLine) -> String {
    let (before, after) = (Array(old.text), Array(new.text))
    let same = zip(before, after).prefix { $0 == $1 }.count
    let highlighted = max(old.highlightedCount, new.highlightedCount)
    if old.highlightedCount != new.highlightedCount || same < highlighted {
      return whole(new) + "\u{1B}[K"
    }
    let skipped = TextWidth.cells(of: String(after[..<same]))
    var codes = skipped > 0 ? "\u{1B}[\(skipped)C" : ""
    let oldWidth = TextWidth.cells(of: old.text)
    let newWidth = TextWidth.cells(of: new.text)
    var end = after.count
    if oldWidth == newWidth {
      // What stands behind the change stays, in the same cells.
      var oldEnd = before.count
      while end > same, oldEnd > same, before[oldEnd - 1] == after[end - 1] {
        end -= 1
        oldEnd -= 1
      }
    }
    codes += String(after[same..<end])
    return newWidth < oldWidth ? codes + "\u{1B}[K" : codes
  }
}
