import Glibc

/// An open file of this process, by its number.
struct Descriptor: Hashable, Sendable {
  let number: Int32

  static let standardInput = Descriptor(number: STDIN_FILENO)
  static let standardOutput = Descriptor(number: STDOUT_FILENO)
  static let standardError = Descriptor(number: STDERR_FILENO)

  var isTerminal: Bool { isatty(number) == 1 }

  /// Rows and columns of the terminal, or nil if this is none or it does not know.
  var size: TerminalSize? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Writes all bytes, waiting where the other side is slow.
  ///
  /// - Returns: 0, or the errno value of what went wrong.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Int32 {
    var position = 0
    while position < bytes.count {
      let count = bytes[position...].withUnsafeBytes {
        Glibc.write(number, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        position += count
        continue
      }
      if errno == EINTR { continue }
      guard errno == EAGAIN else { return errno }
      var wanted = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      _ = poll(&wanted, 1, 1000)
    }
    return 0
  }

  @discardableResult
  func write(_ text: String) -> Int32 { write(Array(text.utf8)) }
}
