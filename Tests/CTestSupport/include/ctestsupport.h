// What the tests' Command needs from C because Swift's Glibc module lacks it.
#pragma once
#include <sys/types.h>

/// Makes a file in memory that programs do not inherit. Its descriptor, or -1 and errno.
int cts_memory_file(const char *name);

/// Starts `program` (looked up in PATH) as the leader of a new process group, with exactly the three
/// given descriptors open, in `directory` unless that is null, with no signal blocked or ignored.
/// 0, or an errno.
int cts_spawn(pid_t *process, const char *program, char *const arguments[],
              char *const environment[], const char *directory, int input, int output, int errors);
