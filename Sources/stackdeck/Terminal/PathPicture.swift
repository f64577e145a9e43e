/// A picture of ways that join, from left to right: each row begins with what makes sound, and ends
/// where it is heard.
///
///     file1 ── bandpass filter1 ─────────────┐
///     file2 ─┐                               ├─ main
///     file3 ─┴─ pair ── delay filter2 ───────┘
struct PathPicture {
  /// Something that sound goes through, with the ways that come into it.
  indirect enum Way {
    case start(String)
    case join(String, [Way])
    /// One way that ends in several places.
    case split(Way, [String])

    /// In characters that can be shown, of whose width the picture is made.
    fileprivate func encoded(_ encoding: TextEncoding) -> Way {
      switch self {
      case .start(let text): .start(encoding.encoded(text))
      case .join(let text, let ways):
        .join(encoding.encoded(text), ways.map { $0.encoded(encoding) })
      case .split(let way, let ends): .split(way.encoded(encoding), ends.map(encoding.encoded))
      }
    }
  }

  /// Lines of the same width, one of which goes on to the right.
  private struct Block {
    var lines: [String]
    var exit: Int
    var width: Int
  }

  private let lines: Lines

  /// The characters that the lines are made of.
  private struct Lines {
    let across, down, fromLeftDown, fromLeftUp, fromLeftBoth, fromRightBoth, cross, splitDown,
      splitUp, splitMiddle: String

    init(_ encoding: TextEncoding) {
      let isPlain = encoding == .ascii
      across = isPlain ? "-" : "─"
      down = isPlain ? "|" : "│"
      fromLeftDown = isPlain ? "+" : "┐"
      fromLeftUp = isPlain ? "+" : "┘"
      fromLeftBoth = isPlain ? "+" : "┤"
      fromRightBoth = isPlain ? "+" : "├"
      cross = isPlain ? "+" : "┼"
      splitDown = isPlain ? "+" : "┬"
      splitUp = isPlain ? "+" : "└"
      splitMiddle = isPlain ? "+" : "├"
    }
  }

  private init(_ encoding: TextEncoding) { lines = Lines(encoding) }

  /// The picture's lines.
  static func lines(of ways: [Way], _ encoding: TextEncoding) -> [String] {
    let picture = PathPicture(encoding)
    return ways.flatMap { picture.block($0.encoded(encoding)).lines }.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private func block(_ way: Way) -> Block {
    switch way {
    case .start(let text):
      return Block(lines: [text], exit: 0, width: TextWidth.cells(of: text))
    case .join(let text, let ways):
      return join(text, ways.map(block))
    case .split(let way, let ends):
      return split(block(way), ends)
    }
  }

  private func join(_ text: String, _ blocks: [Block]) -> Block {
    guard !blocks.isEmpty else {
      return Block(lines: [text], exit: 0, width: TextWidth.cells(of: text))
    }
    let width = blocks.map(\.width).max()!
    var rows: [String] = [], exits: [Int] = []
    for block in blocks {
      for (row, line) in block.lines.enumerated() {
        let isExit = row == block.exit
        if isExit { exits.append(rows.count) }
        let gap = width - TextWidth.cells(of: line)
        rows.append(
          isExit
            ? line + " " + String(repeating: lines.across, count: gap + 1)
            : line + String(repeating: " ", count: gap + 2))
      }
    }
    let first = exits.first!, last = exits.last!, exit = blocks.count == 1 ? first : last
    let label = lines.across + " " + text
    let space = String(repeating: " ", count: TextWidth.cells(of: label))
    for row in rows.indices {
      let isEntry = exits.contains(row)
      let mark =
        if blocks.count == 1 { isEntry ? lines.across : " " } else if row < first || row > last {
          " "
        } else if row == exit { isPlain ? "+" : "┴" } else if row == first {
          lines.fromLeftDown
        } else { isEntry ? lines.fromLeftBoth : lines.down }
      rows[row] += mark + (row == exit ? label : space)
    }
    return Block(
      lines: rows, exit: exit, width: width + 3 + TextWidth.cells(of: label))
  }

  private var isPlain: Bool { lines.across == "-" }

  private func split(_ block: Block, _ ends: [String]) -> Block {
    guard ends.count > 1 else {
      var rows = block.lines
      for row in rows.indices where row == block.exit {
        if let end = ends.first { rows[row] += " " + lines.across + lines.across + " " + end }
      }
      return Block(lines: rows, exit: block.exit, width: block.width)
    }
    var rows = block.lines
    let needed = block.exit + ends.count
    while rows.count < needed { rows.append(String(repeating: " ", count: block.width)) }
    for (number, end) in ends.enumerated() {
      let row = block.exit + number
      let mark =
        number == 0
        ? lines.splitDown : number == ends.count - 1 ? lines.splitUp : lines.splitMiddle
      rows[row] +=
        (number == 0 ? " " + lines.across : "  ") + mark + lines.across + " " + end
    }
    return Block(lines: rows, exit: block.exit, width: block.width)
  }
}
