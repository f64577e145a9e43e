import CSndFile
import Glibc
import MixEngine
import Synchronization

/// An opened descriptor and what libsndfile made of it. One thread at a time.
final class SoundFileHandle: @unchecked Sendable {
  let file: OpaquePointer
  let header: SF_INFO
  /// For what comes in once only; nil for a file on a disk.
  let stream: SoundFileStream?
  /// Whether reading may take as long as it likes: a FIFO, a network.
  let mayBlock: Bool

  /// libsndfile keeps the reason why nothing was opened in one place for the whole process.
  private static let opening = Mutex(())

  private init(
    file: OpaquePointer, header: SF_INFO, stream: SoundFileStream?, mayBlock: Bool
  ) {
    self.file = file
    self.header = header
    self.stream = stream
    self.mayBlock = mayBlock
  }

  deinit { sf_close(file) }

  /// Opens a path of any bytes. A FIFO is waited for.
  ///
  /// - Parameter adopt: is given the stream before anything blocks, so that it can be cancelled.
  static func open(
    _ path: [UInt8], adopt: (SoundFileStream) -> Void
  ) throws(SoundFileProblem) -> SoundFileHandle {
    let place = try SoundFilePlace(path)
    if place.isStream { return try open(stream: place.descriptor, path, adopt) }
    let descriptor = place.descriptor
    // libsndfile closes what it was given, even when it fails; the other one is for looking why.
    let given = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    defer { close(descriptor) }
    guard given >= 0 else { throw .cannotRead(errno: errno) }
    var header = SF_INFO()
    let (address, reason) = opening.withLock { _ in
      let file = sf_open_fd(given, Int32(SFM_READ), &header, 1)
      return (UInt(bitPattern: file), file == nil ? String(cString: sf_strerror(nil)) : "")
    }
    guard let file = OpaquePointer(bitPattern: address) else {
      throw problem(head: head(of: descriptor), path, reason)
    }
    // In the bytes of other kinds libsndfile may find something like MPEG frames: noise, or nothing.
    if Int(header.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_MPEG,
      let kind = SoundFileDiagnosis.kind(head: head(of: descriptor), path: [])
    {
      sf_close(file)
      throw .unsupported(kind: kind)
    }
    return SoundFileHandle(
      file: file, header: header, stream: nil, mayBlock: place.mayBlock)
  }

  private static func open(
    stream descriptor: Int32, _ path: [UInt8], _ adopt: (SoundFileStream) -> Void
  ) throws(SoundFileProblem) -> SoundFileHandle {
    guard let stream = SoundFileStream(descriptor: descriptor) else {
      let number = errno
      close(descriptor)
      throw .cannotRead(errno: number)
    }
    adopt(stream)
    var callbacks = SoundFileStream.callbacks
    var header = SF_INFO()
    let file = sf_open_virtual(
      &callbacks, Int32(SFM_READ), &header, Unmanaged.passUnretained(stream).toOpaque())
    stream.isOpening = false
    guard let file else {
      throw problem(head: stream.firstBytes, path, String(cString: sf_strerror(nil)))
    }
    return SoundFileHandle(
      file: file, header: header, stream: stream, mayBlock: true)
  }

  private static func head(of descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      count = max(pread(descriptor, buffer.baseAddress!, 65536, 0), 0)
    }
  }

  private static func problem(
    head: [UInt8], _ path: [UInt8], _ reason: String
  ) -> SoundFileProblem {
    if head.isEmpty { return .isEmpty }
    if let kind = SoundFileDiagnosis.kind(head: head, path: path) {
      return .unsupported(kind: kind)
    }
    return .notSoundFile(reason: tidied(reason))
  }

  /// libsndfile's sentence without its "Error : " and full stop.
  private static func tidied(_ reason: String) -> String {
    var text = Substring(reason)
    for start in ["Error : ", "Error: ", "error : "] where text.hasPrefix(start) {
      text = text.dropFirst(start.count)
    }
    while let last = text.last, last == "." || last == "\n" || last == " " { text.removeLast() }
    guard let first = text.first else { return "unknown kind" }
    return first.lowercased() + text.dropFirst()
  }
}
