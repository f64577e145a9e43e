import Glibc

/// The terminal of a running command: status lines at the bottom, messages above them, keys.
///
/// The alternate screen is not used: what was said stays readable after the end. Where standard
/// input or output is not a terminal there is no screen, and a line a minute says how things are.
///
/// Control thread. The terminal is restored when `leave` is called, and on every other way out.
final class TerminalScreen {
  let encoding: TextEncoding
  private(set) var size: TerminalSize
  private var block: StatusBlock
  private var lines: [StatusLine] = []
  private var isEntered = false
  private let errorsAreSeenHere: Bool

  /// - Returns: nil if there is no terminal that shows lines and sends keys.
  init?() {
    let output = Descriptor.standardOutput
    guard Descriptor.standardInput.isTerminal, output.isTerminal, !Environment.isDumbTerminal else {
      return nil
    }
    encoding = TextEncoding.ofLocale()
    size = output.size ?? .usual
    block = StatusBlock(columns: size.columns)
    errorsAreSeenHere = Descriptor.standardError.isTerminal
  }

  /// Whether keys can be read: the terminal is ours and in our mode.
  var readsKeys: Bool { isEntered }

  /// Takes the terminal, if this process may: a background job may not yet.
  func enter() {
    isEntered = TerminalMode.enter()
    draw()
  }

  /// Gives the terminal back and takes the status lines away.
  func leave() {
    write(block.erase())
    TerminalMode.setDrawn(false)
    TerminalMode.restore()
    isEntered = false
  }

  /// Shows status lines in place of those before.
  func show(_ lines: [StatusLine]) {
    self.lines = lines
    draw()
  }

  /// Prints messages above the status lines. For `Messages.sink`.
  func print(_ text: String) {
    guard errorsAreSeenHere else {
      Descriptor.standardError.write(text)
      return
    }
    write(block.erase())
    Descriptor.standardError.write(text)
    draw()
  }

  /// Prints results above the status lines.
  func printResult(_ text: String) {
    write(block.erase())
    Descriptor.standardOutput.write(text)
    draw()
  }

  /// The terminal's size may have changed.
  func resize() {
    let new = Descriptor.standardOutput.size ?? size
    write(block.resize(columns: new.columns))
    size = new
    // What is wider than the terminal now is not shown again; the command will send new lines.
    lines = []
  }

  private func draw() {
    guard isEntered else { return }
    let codes = block.show(lines)
    TerminalMode.setDrawn(!lines.isEmpty)
    write(codes)
  }

  private func write(_ codes: String) {
    // A terminal that is gone is noticed by its signal.
    if !codes.isEmpty { Descriptor.standardOutput.write(codes) }
  }
}
