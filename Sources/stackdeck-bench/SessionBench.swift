import Glibc

/// A session rendered by the program that lies beside this one, its sound thrown away: all that a
/// render costs, start and files included.
enum SessionBench {
  private static let headerByteCount = 44
  private static let frameByteCount = 4

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
    guard let program, let frames = frameCount(session, program), frames > 0 else { return nil }
    let nothing = open("/dev/null", O_WRONLY)
    guard nothing >= 0 else { return nil }
    defer { close(nothing) }
    var costs: [Double] = []
    for _ in 0..<5 {
      let before = childTime()
      guard let process = start(session, program, output: nothing), hasSucceeded(process) else {
        return nil
      }
      costs.append((childTime() - before) * 1e9 / Double(frames))
    }
    costs.sort()
    return costs[costs.count / 2]
  }

  /// Frames that a session makes.
  private static func frameCount(_ session: String, _ program: String) -> Int? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let process = start(session, program, output: ends[1])
    close(ends[1])
    guard let process else { return nil }
    var count = 0, piece = [UInt8](repeating: 0, count: 65536)
    while true {
      let n = read(ends[0], &piece, piece.count)
      guard n > 0 else { break }
      count += n
    }
    return hasSucceeded(process) ? (count - headerByteCount) / frameByteCount : nil
  }

  private static func start(_ session: String, _ program: String, output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var arguments: [UnsafeMutablePointer<CChar>?] = []
    for word in [program, "render", session, "--output", "-", "--encoding", "pcm_16", "--quiet"] {
      arguments.append(strdup(word))
    }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let status = posix_spawn(&process, program, &actions, nil, &arguments, environ)
    return status == 0 ? process : nil
  }

  private static func hasSucceeded(_ process: pid_t) -> Bool {
    var status: Int32 = 0
    return waitpid(process, &status, 0) == process && status == 0
  }

  /// Seconds of processor time of all programs that have ended.
  private static func childTime() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }
}
