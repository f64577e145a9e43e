import Glibc

/// The path of files to come, with fields for the moment at which each begins.
///
/// Fields are those of strftime in the C locale, in local time; `%%` is a `%`. A leading `~/` is
/// home. A relative path lies in `base`.
public struct FileNamePattern: Sendable {
  public let pattern: FilePath
  public let base: FilePath

  public init(_ pattern: FilePath, base: FilePath) {
    self.pattern = pattern
    self.base = base
  }

  /// The path for a file that begins at a moment (CLOCK_REALTIME).
  ///
  /// Home and `base` are taken as they are: a `%` in them is no field.
  public func path(at moment: timespec) -> FilePath {
    base.appending(formatted(at: moment).expandingHome)
  }

  private func formatted(at moment: timespec) -> FilePath {
    guard pattern.bytes.contains(UInt8(ascii: "%")) else { return pattern }
    // Whatever the program's locale is, names are the same.
    guard let locale = newlocale(Int32(1 << LC_ALL), "C", nil) else { return pattern }
    defer { freelocale(locale) }
    var seconds = moment.tv_sec
    var time = tm()
    localtime_r(&seconds, &time)
    // A mark at the end tells an empty text from one that found no room.
    let marked = FilePath(bytes: pattern.bytes + [UInt8(ascii: ".")])
    var capacity = 4 * marked.bytes.count + 256
    while capacity < 1 << 20 {
      var text = [CChar](repeating: 0, count: capacity)
      let count = marked.withCString { strftime_l(&text, capacity, $0, &time, locale) }
      if count > 0 {
        return FilePath(bytes: text[..<(count - 1)].map { UInt8(bitPattern: $0) })
      }
      capacity *= 4
    }
    return pattern
  }
}
