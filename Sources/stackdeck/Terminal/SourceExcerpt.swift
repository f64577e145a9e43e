/// One line of a text file above its carets, both in cells of a terminal.
///
/// Tabs become spaces up to the next multiple of four cells, invisible characters a replacement
/// sign, and of a line that is too long the part around the caret is left.
struct SourceExcerpt: Equatable {
  private(set) var text: String
  /// Cells before the caret.
  private(set) var caretStart: Int
  /// Cells under which there is a caret or a tilde; at least 1.
  private(set) var caretLength: Int

  /// - Parameter limit: Cells that there are; at least 20 are used.
  init(of place: PrintedPlace, line: String, limit: Int, _ encoding: TextEncoding) {
    var cells: [Cell] = []
    var starts: [Int] = []
    for scalar in line.unicodeScalars {
      starts.append(cells.count)
      Self.append(scalar, to: &cells, encoding)
    }
    starts.append(cells.count)
    let first = min(max(place.column - 1, 0), starts.count - 1)
    let last = min(first + max(place.length, 0), starts.count - 1)
    let caret = starts[first]..<max(starts[last], starts[first] + 1)

    let window = Self.window(around: caret, of: cells, limit: max(limit, 20), encoding)
    let mark = encoding.ellipsis
    let isCutLeft = window.lowerBound > 0
    let isCutRight = window.upperBound < cells.count
    text =
      (isCutLeft ? mark : "") + cells[window].map(\.text).joined() + (isCutRight ? mark : "")
    caretStart =
      caret.lowerBound - window.lowerBound + (isCutLeft ? TextWidth.cells(of: mark) : 0)
    caretLength = max(1, min(caret.upperBound, window.upperBound) - caret.lowerBound)
  }

  /// `^~~~`
  var carets: String {
    String(repeating: " ", count: caretStart) + "^" + String(repeating: "~", count: caretLength - 1)
  }

  /// What stands in a cell; the second cell of a wide character is empty.
  private struct Cell {
    var text: String
  }

  private static func append(
    _ scalar: Unicode.Scalar, to cells: inout [Cell], _ encoding: TextEncoding
  ) {
    if scalar == "\t" {
      repeat { cells.append(Cell(text: " ")) } while cells.count % 4 != 0
      return
    }
    // Directions and control characters would move what stands beside them.
    let isShown = ShownText.of(String(scalar)).unicodeScalars.count == 1
    let shown = isShown ? scalar : "\u{FFFD}"
    let width = TextWidth.cells(of: shown)
    if width == 0 {
      guard encoding == .utf8, !cells.isEmpty else { return }
      let base = cells.last!.text.isEmpty ? max(0, cells.count - 2) : cells.count - 1
      cells[base].text.unicodeScalars.append(shown)
      return
    }
    if encoding == .ascii, !shown.isASCII {
      cells += Array(repeating: Cell(text: "?"), count: width)
      return
    }
    cells.append(Cell(text: String(shown)))
    cells += Array(repeating: Cell(text: ""), count: width - 1)
  }

  /// The cells that are shown: the whole line, or a part with the caret that leaves room for the
  /// ellipses. A wide character is shown whole or not at all.
  private static func window(
    around caret: Range<Int>, of cells: [Cell], limit: Int, _ encoding: TextEncoding
  ) -> Range<Int> {
    let used = max(cells.count, caret.upperBound)
    if used <= limit { return 0..<cells.count }
    let mark = TextWidth.cells(of: encoding.ellipsis)
    let room = limit - 2 * mark
    var start = 0
    var end = min(cells.count, limit - mark)
    if caret.upperBound > limit - mark {
      // A third of the room shows what stands before the caret.
      start = max(0, min(caret.lowerBound - room / 3, used - room))
      // Nothing is cut at the left of the line's beginning: no room is needed for a mark there.
      end = min(cells.count, start + room + (start == 0 ? mark : 0))
    }
    while start < end, cells[start].text.isEmpty { start += 1 }
    if end > start, end < cells.count, cells[end].text.isEmpty { end -= 1 }
    return min(start, end)..<end
  }
}
