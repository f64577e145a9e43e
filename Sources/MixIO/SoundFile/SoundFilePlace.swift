import CRealtime
import Glibc

/// A path that was opened for reading, and what kind of thing lies there.
struct SoundFilePlace {
  let descriptor: Int32
  /// Its bytes come once, in their order, when their writer likes.
  let isStream: Bool
  /// A stream, or a file on a network.
  let mayBlock: Bool

  init(_ path: [UInt8]) throws(SoundFileProblem) {
    guard !path.isEmpty, !path.contains(0) else { throw .notFound }
    // Not blocking: a FIFO without a writer would hold the caller.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = (path + [0]).withUnsafeBytes {
      open($0.baseAddress!.assumingMemoryBound(to: CChar.self), flags)
    }
    guard descriptor >= 0 else { throw Self.problem(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw Self.problem(number)
    }
    var problem: SoundFileProblem?
    var isStream = false
    switch status.st_mode & S_IFMT {
    case S_IFREG: if status.st_size == 0 { problem = .isEmpty }
    case S_IFIFO, S_IFCHR, S_IFSOCK: isStream = true
    case S_IFDIR: problem = .isDirectory
    default: problem = .cannotRead(errno: EINVAL)
    }
    if let problem {
      close(descriptor)
      throw problem
    }
    self.descriptor = descriptor
    self.isStream = isStream
    mayBlock = isStream || Self.isRemote(descriptor)
  }

  /// Whether a path's bytes come once only, when their writer likes.
  static func isStream(_ path: [UInt8]) -> Bool {
    guard let place = try? SoundFilePlace(path) else { return false }
    close(place.descriptor)
    return place.isStream
  }

  private static func problem(_ number: Int32) -> SoundFileProblem {
    switch number {
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM: .permissionDenied
    default: .cannotRead(errno: number)
    }
  }

  /// File systems behind which there is a network or somebody's program.
  private static func isRemote(_ descriptor: Int32) -> Bool {
    switch crt_file_system_type(descriptor) {
    case 0x6969,  // NFS
      0x517B, 0xFE53_4D42, 0xFF53_4D42,  // SMB, SMB2, CIFS
      0x6573_5546,  // FUSE
      0x0102_1997,  // 9P
      0x00C3_6400,  // Ceph
      0x5346_414F, 0x7375_7245:  // AFS, Coda
      return true
    default: return false
    }
  }
}
