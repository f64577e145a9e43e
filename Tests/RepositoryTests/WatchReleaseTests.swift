import MixTestSupport
import Testing

/// The watchdog of `Tests/rigs` sees what it must see in a program that was not built for it.
@Suite struct WatchReleaseTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Builds a program whose render cycle runs `body`, and runs it under the watchdog.
  private func watch(_ body: String, cycles: Int = 1) throws -> CommandResult {
    let source = """
      #define _GNU_SOURCE
      #include <fcntl.h>
      #include <pthread.h>
      #include <stdlib.h>
      #include <sys/mman.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      __attribute__((weak)) void __rtsan_realtime_enter(void);
      __attribute__((weak)) void __rtsan_realtime_exit(void);
      static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
      static void *volatile pointer, *spare[3];
      static volatile int number;
      static void cycle(void) { \(body); }
      int main(void) {
        pointer = malloc(10); // outside a cycle everything is allowed
        for (int i = 0; i < 3; i++) spare[i] = malloc(10);
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        for (int i = 0; i < \(cycles); i++) {
          if (__rtsan_realtime_enter) __rtsan_realtime_enter();
          cycle();
          if (__rtsan_realtime_exit) __rtsan_realtime_exit();
        }
        return 0;
      }
      """
    let file = try directory.write(source, to: "program.c")
    let program = directory["program"]
    let built = try Command("cc", ["-O1", "-pthread", "-o", program, file]).run()
    try #require(built.status == 0, "\(built.errors)")
    return try Command(Rigs.path("watch-release"), [program]).run()
  }

  @Test(arguments: [
    ("pointer = malloc(10)", "malloc"),
    ("free(spare[number++])", "free"),
    ("pointer = realloc(pointer, 100)", "realloc"),
    ("number = posix_memalign((void **)&pointer, 64, 64)", "posix_memalign"),
    ("pthread_mutex_lock(&mutex)", "pthread_mutex_lock"),
    ("usleep(1)", "usleep"),
    ("number = write(-1, \"\", 1)", "write"),
    ("number = open(\"/dev/null\", O_RDONLY)", "open"),
    ("number = syscall(SYS_getpid)", "syscall"),
    ("pointer = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)", "mmap"),
  ])
  func `a call that may block is counted`(_ call: String, _ name: String) throws {
    let result = try watch(call, cycles: 3)
    #expect(result.errors.contains("rtwatch: \(name) called on the render path\n"))
    #expect(result.errors.hasSuffix("watch-release: 3 cycles watched, 3 violations\n"))
    #expect(result.status == 1)
  }

  @Test func `a clean program passes`() throws {
    let result = try watch("number++", cycles: 1000)
    #expect(result.errors == "watch-release: 1000 cycles watched, 0 violations\n")
    #expect(result.status == 0)
  }

  @Test func `a program that never renders proves nothing`() throws {
    let result = try watch("number++", cycles: 0)
    #expect(result.errors.hasPrefix("watch-release: 0 cycles watched, 0 violations\n"))
    #expect(result.status == 1)
  }

  @Test func `the program's own failure is passed on`() throws {
    let result = try Command(Rigs.path("watch-release"), ["sh", "-c", "exit 7"]).run()
    #expect(result.status == 7)
  }
}
