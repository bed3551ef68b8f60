/* A machine whose disk can be full and whose clock can be set, at the word of two files. Loaded before the C library
 * (LD_PRELOAD) into the real program, so that it needs no small file system, no rights and no changed kernel.
 *
 * UNMASK_DISK_FULL  while this file exists, nothing that is written to the database's files finds room (ENOSPC)
 * UNMASK_CLOCK      seconds by which the time of day is wrong; the monotonic clock goes its own way, as on a machine
 *                   whose time somebody sets
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static int has_no_room(int file) {
  const char *full = getenv("UNMASK_DISK_FULL");
  struct stat there;
  char link[64], path[4096];
  ssize_t length;
  if (full == NULL || stat(full, &there) != 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  /* The file, its log and its journal. What SQLite maps into memory (-shm) is not written by these calls. */
  return strstr(path, ".db") != NULL;
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define REFUSE(file) \
  if (has_no_room(file)) { \
    errno = ENOSPC; \
    return -1; \
  }

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  REAL(pwrite64);
  REFUSE(file)
  return real(file, bytes, count, at);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  REAL(pwrite);
  REFUSE(file)
  return real(file, bytes, count, at);
}

ssize_t write(int file, const void *bytes, size_t count) {
  REAL(write);
  REFUSE(file)
  return real(file, bytes, count);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  REAL(clock_gettime);
  int done = real(clock, now);
  const char *name = getenv("UNMASK_CLOCK");
  if (done == 0 && clock == CLOCK_REALTIME && name != NULL) {
    char text[32] = {0};
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
      if (read(file, text, sizeof text - 1) > 0) now->tv_sec += atol(text);
      close(file);
    }
  }
  return done;
}
