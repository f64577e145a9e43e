#define _GNU_SOURCE
#include "crealtime.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

__attribute__((weak)) void __rtsan_realtime_enter(void);
__attribute__((weak)) void __rtsan_realtime_exit(void);
__attribute__((weak)) void __rtsan_disable(void);
__attribute__((weak)) void __rtsan_enable(void);

static __thread int depth __attribute__((tls_model("initial-exec")));

void crt_realtime_enter(void) {
  depth++;
  if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}
void crt_realtime_exit(void) {
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
  depth--;
}
void crt_realtime_pause(void) {
  if (__rtsan_disable) __rtsan_disable();
}
void crt_realtime_resume(void) {
  if (__rtsan_enable) __rtsan_enable();
}
bool crt_realtime_current(void) { return depth > 0; }
bool crt_realtime_checked(void) { return __rtsan_realtime_enter != 0; }

#if defined(__x86_64__)
uint64_t crt_flush_to_zero(void) {
  unsigned int mode = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(mode | 0x8040);  // flush to zero, denormals are zero
  return mode;
}
void crt_restore_float_mode(uint64_t mode) { __builtin_ia32_ldmxcsr((unsigned int)mode); }
#elif defined(__aarch64__)
uint64_t crt_flush_to_zero(void) {
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  __asm__ volatile("msr fpcr, %0" : : "r"(mode | (UINT64_C(1) << 24)));
  return mode;
}
void crt_restore_float_mode(uint64_t mode) { __asm__ volatile("msr fpcr, %0" : : "r"(mode)); }
#else
uint64_t crt_flush_to_zero(void) { return 0; }
void crt_restore_float_mode(uint64_t mode) { (void)mode; }
#endif

int64_t crt_monotonic_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int crt_processor_count(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

int crt_set_thread_name(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

int crt_ask_realtime(int priority) {
  struct sched_param parameter = {.sched_priority = priority};
  // A runaway real-time thread would freeze the machine: the limit turns it into a signal.
  struct rlimit limit = {200000, 200000};
  if (getrlimit(RLIMIT_RTTIME, &limit) == 0 && limit.rlim_cur > 200000) {
    limit.rlim_cur = 200000;
    setrlimit(RLIMIT_RTTIME, &limit);
  }
  return pthread_setschedparam(pthread_self(), SCHED_RR | SCHED_RESET_ON_FORK, &parameter);
}

int crt_lock_memory(void) {
  // Under a limit that is above what is mapped now, the lock succeeds and a later malloc fails.
  struct rlimit limit;
  if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0) return errno;
  if (limit.rlim_cur != RLIM_INFINITY && geteuid() != 0) return EPERM;
  return mlockall(MCL_CURRENT | MCL_FUTURE) == 0 ? 0 : errno;
}

int crt_event_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int crt_reserve(int descriptor, int64_t offset, int64_t length) {
  return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, length) == 0 ? 0 : errno;
}

int crt_rename_new(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

int64_t crt_file_system_type(int descriptor) {
  struct statfs status;
  return fstatfs(descriptor, &status) == 0 ? (int64_t)(uint32_t)status.f_type : -1;
}
