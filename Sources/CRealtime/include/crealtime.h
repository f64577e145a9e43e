// What the render path needs from C: hooks of the real-time checkers, flush-to-zero, libm, and the
// few things that Swift's Glibc module does not show. No logic of the project lives here.
#pragma once
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/// Tells the Swift compiler that a function neither allocates nor locks nor blocks.
#define RT_SAFE __attribute__((swift_attr("@_noLocks")))

/// Marks the begin and the end of a stretch that must be real-time safe. They do nothing unless
/// RealtimeSanitizer is linked in or a watchdog with the same entry points is preloaded.
RT_SAFE void crt_realtime_enter(void);
RT_SAFE void crt_realtime_exit(void);
/// Excuses what follows from the checkers, and ends the excuse.
RT_SAFE void crt_realtime_pause(void);
RT_SAFE void crt_realtime_resume(void);
/// Whether a checker is present.
bool crt_realtime_checked(void);
/// Whether the calling thread is inside such a stretch.
RT_SAFE bool crt_realtime_current(void);

/// The floating-point mode of this thread; `crt_flush_to_zero` returns the one before.
RT_SAFE uint64_t crt_flush_to_zero(void);
RT_SAFE void crt_restore_float_mode(uint64_t mode);

/// CLOCK_MONOTONIC in nanoseconds (a vDSO read, no system call).
RT_SAFE int64_t crt_monotonic_ns(void);

/// The type of the file system on which an open file lies (`f_type` of statfs), or −1.
int64_t crt_file_system_type(int descriptor);

/// Processors that this process may run on: fewer than the machine has where it was bound to some.
int crt_processor_count(void);
/// Names the calling thread, as tools show it (at most 15 characters).
int crt_set_thread_name(const char *name);
/// Asks for round-robin real-time scheduling of the calling thread. 0, or an errno.
int crt_ask_realtime(int priority);
/// Locks the process's memory now and for later pages, where no limit is set. 0, or an errno.
int crt_lock_memory(void);

/// A new eventfd, closed on exec and never blocking, or −1.
int crt_event_descriptor(void);

/// Takes room on the disk behind the end of a file without making it longer. 0, or an errno.
int crt_reserve(int descriptor, int64_t offset, int64_t length);
/// Renames a file unless the new name exists already. 0, or an errno.
int crt_rename_new(const char *from, const char *to);

/// Begins to fetch the cache line at an address. Any address: it never faults.
RT_SAFE static inline void crt_prefetch(const void *address) { __builtin_prefetch(address); }

RT_SAFE static inline float crt_expf(float x) { return expf(x); }
RT_SAFE static inline float crt_powf(float x, float y) { return powf(x, y); }
RT_SAFE static inline double crt_pow(double x, double y) { return pow(x, y); }
RT_SAFE static inline double crt_exp(double x) { return exp(x); }
RT_SAFE static inline double crt_sin(double x) { return sin(x); }
RT_SAFE static inline double crt_cos(double x) { return cos(x); }
RT_SAFE static inline double crt_log10(double x) { return log10(x); }
RT_SAFE static inline double crt_sqrt(double x) { return sqrt(x); }
RT_SAFE static inline float crt_sqrtf(float x) { return sqrtf(x); }
RT_SAFE static inline double crt_floor(double x) { return floor(x); }
RT_SAFE static inline double crt_round(double x) { return round(x); }
