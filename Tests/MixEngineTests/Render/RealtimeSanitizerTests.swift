import CRealtime
import Glibc
import MixEngine
import Testing

/// Under RealtimeSanitizer the other suites prove something only if it really stops a wrong call.
@Suite struct RealtimeSanitizerTests {
  @Test func `the sanitizer is there exactly when it was asked for`() {
    let isAskedFor = getenv("RTSAN").map { String(cString: $0) == "1" } ?? false
    #expect(crt_realtime_checked() == isAskedFor)
  }

  @Test func `an allocation in a cycle ends a checked process`() async {
    // The sanitizer's own exit code; without it nothing happens.
    await #expect(processExitsWith: crt_realtime_checked() ? .exitCode(43) : .exitCode(0)) {
      crt_realtime_enter()
      free(malloc(100_000))
      crt_realtime_exit()
      exit(0)
    }
  }

  @Test func `an allocation outside of a cycle is nobody's business`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      crt_realtime_enter()
      crt_realtime_exit()
      free(malloc(100_000))
      exit(0)
    }
  }
}
