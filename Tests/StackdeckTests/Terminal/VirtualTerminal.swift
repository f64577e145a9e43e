@testable import stackdeck

/// A terminal of the least kind: it obeys the codes that `StatusBlock` may send and refuses all
/// others. Lines that leave at the top are kept.
struct VirtualTerminal {
  struct Refused: Error { let code: String }

  let columns: Int
  let rows: Int
  private(set) var scrolledOut: [String] = []
  private(set) var isCursorShown = true
  private var cells: [[String]]
  private var reversed: [[Bool]]
  private(set) var row = 0
  private(set) var column = 0
  private var hasMargins = true
  private var isReverse = false
  /// Cells that were written, to see that what has not changed is left alone.
  private(set) var written = 0

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    reversed = Array(repeating: Array(repeating: false, count: columns), count: rows)
  }

  /// Lines without the spaces at their ends, down to the last one that is not empty.
  var screen: [String] {
    var lines = cells.map { $0.joined().trimmingTrailingSpaces() }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// What is shown in reverse, by rows.
  var highlights: [String] {
    zip(cells, reversed).map { row, marks in
      zip(row, marks).filter(\.1).map(\.0).joined()
    }.filter { !$0.isEmpty }
  }

  mutating func receive(_ text: String) throws {
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n": lineFeed()
      case "\u{1B}":
        guard rest.popFirst() == "[" else { throw Refused(code: "escape") }
        var parameters = ""
        while let next = rest.first, !(0x40...0x7E).contains(next.value) {
          parameters.unicodeScalars.append(next)
          rest.removeFirst()
        }
        guard let final = rest.popFirst() else { throw Refused(code: parameters) }
        try obey(parameters, Character(final))
      default: put(scalar)
      }
    }
  }

  private mutating func obey(_ parameters: String, _ final: Character) throws {
    let count = Int(parameters) ?? 1
    switch (parameters, final) {
    case (_, "A") where Int(parameters) ?? 0 > 0: row = max(0, row - count)
    case (_, "B") where Int(parameters) ?? 0 > 0: row = min(rows - 1, row + count)
    case (_, "C") where Int(parameters) ?? 0 > 0: column = min(columns - 1, column + count)
    case ("", "K"): clear(row, from: column)
    case ("", "J"):
      clear(row, from: column)
      for below in (row + 1)..<max(rows, row + 1) { clear(below, from: 0) }
    case ("7", "m"): isReverse = true
    case ("27", "m"): isReverse = false
    case ("?7", "l"), ("?7", "h"): hasMargins = final == "h"
    case ("?25", "l"), ("?25", "h"): isCursorShown = final == "h"
    default: throw Refused(code: parameters + String(final))
    }
  }

  private mutating func clear(_ row: Int, from start: Int) {
    for column in min(start, columns)..<columns {
      cells[row][column] = " "
      reversed[row][column] = false
    }
  }

  private mutating func lineFeed() {
    if row < rows - 1 {
      row += 1
      return
    }
    scrolledOut.append(cells.removeFirst().joined().trimmingTrailingSpaces())
    reversed.removeFirst()
    cells.append(Array(repeating: " ", count: columns))
    reversed.append(Array(repeating: false, count: columns))
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = TextWidth.cells(of: scalar)
    if width == 0 {
      cells[row][max(0, column - 1)].unicodeScalars.append(scalar)
      return
    }
    if column + width > columns {
      if hasMargins {
        column = 0
        lineFeed()
      } else {
        column = columns - width
      }
    }
    written += 1
    cells[row][column] = String(scalar)
    reversed[row][column] = isReverse
    if width == 2 {
      cells[row][column + 1] = ""
      reversed[row][column + 1] = isReverse
    }
    column += width
  }
}
