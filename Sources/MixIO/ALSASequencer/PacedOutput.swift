import MixEngine

/// What waits to be sent to one port, no faster than it can take it.
///
/// A device is taken to be as slow as a MIDI cable (3125 bytes a second) behind a buffer of 1 KiB: a
/// quarter of what the kernel has for it. What the kernel refuses for the moment is tried again,
/// each time after twice as long.
struct PacedOutput {
  enum Item: Equatable {
    case message(MIDIMessage)
    /// A system exclusive message, or a piece of a long one.
    case exclusive([UInt8])
  }

  private static let nanosecondsPerByte: Int64 = 320_000
  private static let burst = 1024 * nanosecondsPerByte
  private static let capacity = 4096
  private static let pieceLength = 256
  private static let firstDelay: Int64 = 10_000_000
  private static let longestDelay: Int64 = 1_000_000_000

  private var items: [Item] = []
  private var first = 0
  /// When the device will have got all that was sent.
  private var freeAt = Int64.min
  private var retryAt = Int64.min
  private var delay = firstDelay

  var isEmpty: Bool { first == items.count }

  /// - Returns: false when too much waits already: nothing was added.
  mutating func append(_ item: Item) -> Bool {
    guard items.count - first < Self.capacity else { return false }
    if case .exclusive(let bytes) = item, bytes.count > Self.pieceLength {
      for start in stride(from: 0, to: bytes.count, by: Self.pieceLength) {
        items.append(
          .exclusive(Array(bytes[start..<min(start + Self.pieceLength, bytes.count)])))
      }
    } else {
      items.append(item)
    }
    return true
  }

  /// When the next one may be sent, in nanoseconds of CLOCK_MONOTONIC. Nil: nothing waits.
  var dueTime: Int64? {
    isEmpty ? nil : max(retryAt, freeAt == .min ? .min : freeAt - Self.burst)
  }

  /// The one to be sent now, if any. It stays until `sent` or `refused` is called.
  func next(at now: Int64) -> Item? {
    guard let dueTime, dueTime <= now else { return nil }
    return items[first]
  }

  /// The first one was taken, or is given up.
  mutating func sent(at now: Int64) {
    freeAt = max(freeAt, now) + Int64(items[first].byteCount) * Self.nanosecondsPerByte
    retryAt = .min
    delay = Self.firstDelay
    first += 1
    if first == items.count {
      items.removeAll(keepingCapacity: true)
      first = 0
    }
  }

  /// The first one can't be taken now.
  mutating func refused(at now: Int64) {
    retryAt = now + delay
    delay = min(2 * delay, Self.longestDelay)
  }
}

extension PacedOutput.Item {
  fileprivate var byteCount: Int {
    switch self {
    case .message(let message): message.byteCount
    case .exclusive(let bytes): bytes.count
    }
  }
}
