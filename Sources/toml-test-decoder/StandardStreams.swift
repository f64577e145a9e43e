#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The standard streams as bytes.
enum StandardStreams {
  /// All of standard input; nil if it cannot be read.
  static func readInput() -> [UInt8]? {
    var input: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &part, part.count)
      if count == 0 {
        return input
      }
      if count < 0 {
        if errno == EINTR {
          continue
        }
        return nil
      }
      input.append(contentsOf: part[..<count])
    }
  }

  /// Whether all could be written.
  static func writeOutput(_ bytes: [UInt8]) -> Bool {
    write(bytes, to: STDOUT_FILENO)
  }

  static func writeError(_ text: String) {
    _ = write(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        #if canImport(Glibc)
          let count = Glibc.write(descriptor, part.baseAddress, part.count)
        #else
          let count = Musl.write(descriptor, part.baseAddress, part.count)
        #endif
        if count < 0 && errno == EINTR {
          continue
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
