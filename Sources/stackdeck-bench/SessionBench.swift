import Glibc

/// A session rendered to nothing by the program that lies beside this one: all that a render costs,
/// start and files included.
enum SessionBench {
  /// The program to run.
  private static var program: String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
    guard count > 0 else { return nil }
    let path = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return path[..<slash] + "/stackdeck"
  }

  /// Nanoseconds of processor time a frame, the median of a few runs; nil when it can't be rendered.
  static func cost(_ session: String) -> Double? {
    guard let program else { return nil }
    var costs: [Double] = []
    for _ in 0..<5 {
      let before = childTime()
      guard let frames = render(session, program), frames > 0 else { return nil }
      costs.append((childTime() - before) * 1e9 / frames)
    }
    costs.sort()
    return costs[costs.count / 2]
  }

  /// Runs the program. Returns the frames that it says it has made.
  private static func render(_ session: String, _ program: String) -> Double? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    defer { posix_spawn_file_actions_destroy(&actions) }
    var process = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = []
    for word in [program, "render", session, "--json", "-q"] { arguments.append(strdup(word)) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    let status = posix_spawn(&process, program, &actions, nil, &arguments, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard status == 0 else { return nil }
    var text: [UInt8] = [], piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(ends[0], &piece, piece.count)
      guard count > 0 else { break }
      text += piece[..<count]
    }
    var result: Int32 = 0
    guard waitpid(process, &result, 0) == process, result == 0 else { return nil }
    return number(after: "\"frames\":", in: String(decoding: text, as: UTF8.self))
  }

  /// The number that follows the first place of `key`.
  private static func number(after key: String, in text: String) -> Double? {
    var rest = text[...]
    while let start = rest.firstIndex(of: "\"") {
      rest = rest[start...]
      if rest.hasPrefix(key) {
        return Double(rest.dropFirst(key.count).drop { $0 == " " }.prefix { $0.isNumber })
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Seconds of processor time of all programs that have ended.
  private static func childTime() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }
}
