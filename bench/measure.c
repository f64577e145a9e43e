// Runs a program with its output thrown away and tells what it took. Small, because the peak memory
// that the kernel reports of a process includes that of the one that started it.
//
//   measure RESULT ERRORS PROGRAM [ARGUMENT...]
//
// RESULT gets a line: status, seconds of processor time, seconds of the clock, peak KiB.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  const double begin = now();
  const pid_t process = fork();
  if (process == 0) {
    dup2(open("/dev/null", O_RDWR), 0);
    dup2(0, 1);
    dup2(open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0644), 2);
    execvp(argv[3], argv + 3);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (process < 0 || wait4(process, &status, 0, &usage) < 0) return 1;
  const double wall = now() - begin;
  const double cpu = usage.ru_utime.tv_sec + usage.ru_utime.tv_usec / 1e6 +
                     usage.ru_stime.tv_sec + usage.ru_stime.tv_usec / 1e6;
  FILE *result = fopen(argv[1], "w");
  if (!result) return 1;
  fprintf(result, "%d %.6f %.6f %ld\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          cpu, wall, usage.ru_maxrss);
  return fclose(result);
}
