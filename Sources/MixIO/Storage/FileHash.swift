import Glibc
import MixEngine

/// A file known by its content, whatever its name.
///
/// The first 128 bits of the SHA-256 of the size (8 bytes, the highest first) and of the content: all
/// of a file of up to 256 KiB, else 16 pieces of 16 KiB, the first at the begin, the last at the end
/// and the others evenly between them (piece i at (size − 16 KiB) × i ÷ 15, rounded down). So a
/// start takes no longer with a long file; two files that differ only between the pieces, and not in
/// size, are taken for one.
public struct FileHash: Hashable, Sendable {
  /// 32 hexadecimal digits.
  public let text: String

  private static let pieceByteCount = 16_384
  private static let pieceCount = 16

  /// Reads a file. Nil where that can't be done: it is not there, may not be read, or is no regular
  /// file, whose content could not be read again.
  public init?(of path: FilePath) {
    RenderThread.assertIsNotCurrent()
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let size = Int(information.st_size)
    var hash = SHA256()
    hash.update(
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: size >> $0) })
    var buffer = [UInt8](repeating: 0, count: Self.pieceByteCount)
    let isSmall = size <= Self.pieceCount * Self.pieceByteCount
    let count =
      isSmall ? (size + Self.pieceByteCount - 1) / Self.pieceByteCount : Self.pieceCount
    for piece in 0..<count {
      let start =
        isSmall
        ? piece * Self.pieceByteCount
        : (size - Self.pieceByteCount) / (Self.pieceCount - 1) * piece
          + (size - Self.pieceByteCount) % (Self.pieceCount - 1) * piece / (Self.pieceCount - 1)
      var done = 0
      while done < buffer.count, start + done < size {
        let wanted = min(buffer.count - done, size - start - done)
        let read = buffer.withUnsafeMutableBytes {
          pread(descriptor, $0.baseAddress! + done, wanted, start + done)
        }
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { return nil }
        done += read
      }
      buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<done])) }
    }
    text = hash.finish().prefix(16).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
