import CPulse
import Glibc

extension PulseClient {
  /// The library's words for what went wrong on a connection last.
  static func reason(_ context: OpaquePointer) -> String {
    reason(code: pa_context_errno(context))
  }

  static func reason(code: Int32) -> String {
    pa_strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// Why nobody answered.
  static func noServer(_ server: String?, _ context: OpaquePointer) -> OutputProblem {
    let address = server ?? environment("PULSE_SERVER")
    if address == nil, !hasOwnSocket {
      return .noServer(address: nil, reason: "no PulseAudio socket of this user")
    }
    return .noServer(address: address, reason: reason(context))
  }

  /// Whether the place where the library looks for this user's server has a socket.
  private static var hasOwnSocket: Bool {
    if let directory = environment("PULSE_RUNTIME_PATH") {
      return access(directory + "/native", F_OK) == 0
    }
    if let directory = environment("XDG_RUNTIME_DIR") {
      return access(directory + "/pulse/native", F_OK) == 0
    }
    return false
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
