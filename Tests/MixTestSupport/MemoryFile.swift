import CTestSupport
import Glibc

/// A file without a name, in memory: what a program reads or writes in a test.
final class MemoryFile: Sendable {
  let descriptor: Int32

  init(_ name: String, holding bytes: [UInt8] = []) throws {
    descriptor = cts_memory_file(name)
    guard descriptor >= 0 else { throw CommandError(what: "make a file in memory", error: errno) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + written, bytes.count - written, off_t(written))
      }
      guard count > 0 else { throw CommandError(what: "write to memory", error: errno) }
      written += count
    }
  }

  deinit { close(descriptor) }

  /// All that is in it now.
  var bytes: [UInt8] {
    // At explicit offsets: the position is shared with the program that writes.
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = pread(descriptor, &chunk, chunk.count, off_t(all.count))
      if count <= 0 { return all }
      all += chunk[..<count]
    }
  }
}
