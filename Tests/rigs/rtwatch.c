// A watchdog for real-time code in a program that was not built for it: LD_PRELOAD=rtwatch.so CMD.
//
// It has the entry points of RealtimeSanitizer, which CRealtime calls where they exist, and stands
// before the functions of the C library that allocate, lock or enter the kernel. A call of one of
// them by a thread that is between enter and exit is a violation.
//
//   RTWATCH=count       count and go on; otherwise the first violation aborts the program
//   RTWATCH_REPORT=PATH append a line "CYCLES VIOLATIONS" when a process ends
//
// Not seen: a lock that is free (no call is made), a page fault, the functions not listed here.
// sem_post is not listed on purpose: waking a thread neither waits nor allocates.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static __thread int depth __attribute__((tls_model("initial-exec")));
// Above 0 while the watchdog itself works, or the program has excused what follows.
static __thread int excused __attribute__((tls_model("initial-exec")));
static _Atomic long cycles, violations;
static bool counts;
static char report[4096];

void __rtsan_realtime_enter(void) {
  if (depth++ == 0) atomic_fetch_add_explicit(&cycles, 1, memory_order_relaxed);
}
void __rtsan_realtime_exit(void) { depth--; }
void __rtsan_disable(void) { excused++; }
void __rtsan_enable(void) { excused--; }

// `seen` belongs to the function called: each is shown once with its backtrace, all are counted.
static __attribute__((noinline)) void violation(const char *name, atomic_flag *seen) {
  excused++;
  atomic_fetch_add(&violations, 1);
  if (!counts || !atomic_flag_test_and_set(seen)) {
    void *frames[32];
    dprintf(2, "rtwatch: %s called on the render path\n", name);
    backtrace_symbols_fd(frames, backtrace(frames, 32), 2);
  }
  if (!counts) abort();
  excused--;
}

#define CHECK(name)                                        \
  do {                                                     \
    static atomic_flag seen = ATOMIC_FLAG_INIT;            \
    if (__builtin_expect(depth > 0 && excused == 0, 0)) {  \
      int error = errno;                                   \
      violation(name, &seen);                              \
      errno = error;                                       \
    }                                                      \
  } while (0)

// The C library's own names need no dlsym, which itself allocates.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

void *malloc(size_t size) {
  CHECK("malloc");
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  CHECK("calloc");
  return __libc_calloc(count, size);
}
void *realloc(void *pointer, size_t size) {
  CHECK("realloc");
  return __libc_realloc(pointer, size);
}
void free(void *pointer) {
  if (pointer) CHECK("free");
  __libc_free(pointer);
}
void *aligned_alloc(size_t alignment, size_t size) {
  CHECK("aligned_alloc");
  return __libc_memalign(alignment, size);
}
void *memalign(size_t alignment, size_t size) {
  CHECK("memalign");
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **pointer, size_t alignment, size_t size) {
  CHECK("posix_memalign");
  *pointer = __libc_memalign(alignment, size);
  return *pointer ? 0 : ENOMEM;
}

static void *next(const char *name) {
  excused++;
  void *function = dlsym(RTLD_NEXT, name);
  excused--;
  return function;
}

#define WATCH(type, name, parameters, arguments)     \
  type name parameters {                             \
    static type(*real) parameters;                   \
    if (!real) real = (type(*) parameters)next(#name); \
    CHECK(#name);                                    \
    return real arguments;                           \
  }

WATCH(int, pthread_mutex_lock, (pthread_mutex_t *m), (m))
WATCH(int, pthread_rwlock_rdlock, (pthread_rwlock_t *l), (l))
WATCH(int, pthread_rwlock_wrlock, (pthread_rwlock_t *l), (l))
WATCH(int, pthread_cond_wait, (pthread_cond_t *c, pthread_mutex_t *m), (c, m))
WATCH(int, pthread_cond_timedwait,
      (pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t), (c, m, t))
WATCH(int, pthread_create,
      (pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *p), (t, a, f, p))
WATCH(int, pthread_join, (pthread_t t, void **r), (t, r))
WATCH(int, sem_wait, (sem_t *s), (s))
WATCH(ssize_t, read, (int f, void *b, size_t n), (f, b, n))
WATCH(ssize_t, write, (int f, const void *b, size_t n), (f, b, n))
WATCH(ssize_t, readv, (int f, const struct iovec *v, int n), (f, v, n))
WATCH(ssize_t, writev, (int f, const struct iovec *v, int n), (f, v, n))
WATCH(ssize_t, pread64, (int f, void *b, size_t n, off64_t o), (f, b, n, o))
WATCH(ssize_t, pwrite64, (int f, const void *b, size_t n, off64_t o), (f, b, n, o))
WATCH(ssize_t, recvmsg, (int f, struct msghdr *m, int l), (f, m, l))
WATCH(ssize_t, sendmsg, (int f, const struct msghdr *m, int l), (f, m, l))
WATCH(int, close, (int f), (f))
WATCH(int, fsync, (int f), (f))
WATCH(off64_t, lseek64, (int f, off64_t o, int w), (f, o, w))
WATCH(int, poll, (struct pollfd *f, nfds_t n, int t), (f, n, t))
WATCH(int, epoll_wait, (int e, struct epoll_event *v, int n, int t), (e, v, n, t))
WATCH(int, nanosleep, (const struct timespec *a, struct timespec *b), (a, b))
WATCH(int, clock_nanosleep,
      (clockid_t c, int f, const struct timespec *a, struct timespec *b), (c, f, a, b))
WATCH(int, usleep, (useconds_t u), (u))
WATCH(int, sched_yield, (void), ())
WATCH(int, madvise, (void *a, size_t l, int v), (a, l, v))
WATCH(int, munmap, (void *a, size_t l), (a, l))
WATCH(void *, mmap, (void *a, size_t l, int p, int f, int d, off_t o), (a, l, p, f, d, o))
WATCH(void *, dlopen, (const char *n, int f), (n, f))

#define WATCH_OPEN(name)                                                      \
  int name(const char *path, int flags, ...) {                                \
    static int (*real)(const char *, int, ...);                               \
    if (!real) real = (int (*)(const char *, int, ...))next(#name);           \
    CHECK(#name);                                                             \
    va_list rest;                                                             \
    va_start(rest, flags);                                                    \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                             \
    return real(path, flags, mode);                                           \
  }
WATCH_OPEN(open)
WATCH_OPEN(open64)

// Swift's Mutex waits through syscall(SYS_futex).
long syscall(long number, ...) {
  static long (*real)(long, ...);
  if (!real) real = (long (*)(long, ...))next("syscall");
  CHECK(number == SYS_futex ? "syscall(futex)" : "syscall");
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  return real(number, a, b, c, d, e, f);
}

__attribute__((constructor)) static void begin(void) {
  const char *mode = getenv("RTWATCH"), *path = getenv("RTWATCH_REPORT");
  counts = mode && strcmp(mode, "count") == 0;
  if (path) snprintf(report, sizeof report, "%s", path);
  void *frame[1];
  backtrace(frame, 1);  // loads a library, which allocates: not later, on the render path
}

static void write_report(void) {
  static atomic_flag written = ATOMIC_FLAG_INIT;
  if (!report[0] || atomic_flag_test_and_set(&written)) return;
  int file = open(report, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) return;
  dprintf(file, "%ld %ld\n", atomic_load(&cycles), atomic_load(&violations));
  close(file);
}

__attribute__((destructor)) static void end(void) { write_report(); }

// Programs that leave without running destructors are to be seen too.
void _exit(int status) {
  write_report();
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}
void _Exit(int status) { _exit(status); }
