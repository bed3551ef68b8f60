/* Simulates a full disk and a wrong clock, controlled by two files. It is loaded before the C library (LD_PRELOAD) into
 * the real program, so that no small file system, privileges or modified kernel are needed.
 *
 * UNMASK_DISK_FULL  while this file exists, writes to the database's files fail (ENOSPC)
 * UNMASK_CLOCK      seconds by which the time of day is wrong; the monotonic clock is not affected, as on a machine
 *                   whose time is set
 * UNMASK_LATE       loses data on purpose: writes to the database's log leave the program this many milliseconds
 *                   later, while the program sees them immediately. Receipts are sent before their commit has left the
 *                   program, and a kill loses the difference.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static int is_named(int file, const char *part) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return strstr(path, part) != NULL;
}

static int has_no_room(int file) {
  const char *full = getenv("UNMASK_DISK_FULL");
  struct stat there;
  /* The file, its log and its journal. What SQLite maps into memory (-shm) is not written by these calls. */
  return full != NULL && stat(full, &there) == 0 && is_named(file, ".db");
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define REFUSE(file) \
  if (has_no_room(file)) { \
    errno = ENOSPC; \
    return -1; \
  }

/* Something written that has not left the program yet, in the order in which it was written. */
struct late {
  struct late *next;
  int file;
  struct stat of;
  off64_t at;
  size_t count;
  long long due;
  char bytes[];
};

static struct late *first_late, **last_late = &first_late;
static pthread_mutex_t lateness = PTHREAD_MUTEX_INITIALIZER;

static long long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static long delay(void) {
  const char *late = getenv("UNMASK_LATE");
  return late == NULL ? 0 : atol(late);
}

static int is_late(int file) { return delay() > 0 && is_named(file, "unmask.db-wal"); }

static ssize_t really_write(int file, const void *bytes, size_t count, off64_t at) {
  static __typeof__(&pwrite64) real;
  if (real == NULL) real = (__typeof__(&pwrite64))dlsym(RTLD_NEXT, "pwrite64");
  return real(file, bytes, count, at);
}

/* Lets go of what was due by then. */
static void let_go(long long then) {
  pthread_mutex_lock(&lateness);
  while (first_late != NULL && first_late->due <= then) {
    struct late *one = first_late;
    really_write(one->file, one->bytes, one->count, one->at);
    close(one->file);
    first_late = one->next;
    free(one);
  }
  if (first_late == NULL) last_late = &first_late;
  pthread_mutex_unlock(&lateness);
}

static void *letting_go(void *nothing) {
  for (;;) {
    usleep(10000);
    let_go(milliseconds());
  }
  return nothing;
}

static void start(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, letting_go, NULL);
}

__attribute__((destructor)) static void end(void) { let_go(milliseconds() + delay()); }

static ssize_t keep(int file, const void *bytes, size_t count, off64_t at) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start);
  struct late *one = malloc(sizeof *one + count);
  one->next = NULL;
  one->file = dup(file);
  fstat(file, &one->of);
  one->at = at;
  one->count = count;
  one->due = milliseconds() + delay();
  memcpy(one->bytes, bytes, count);
  pthread_mutex_lock(&lateness);
  *last_late = one;
  last_late = &one->next;
  pthread_mutex_unlock(&lateness);
  return count;
}

/* What a reader inside finds: the file, and over it what has not left the program yet. */
static ssize_t find(int file, void *bytes, size_t count, off64_t at) {
  static __typeof__(&pread64) real;
  if (real == NULL) real = (__typeof__(&pread64))dlsym(RTLD_NEXT, "pread64");
  struct stat of;
  fstat(file, &of);
  pthread_mutex_lock(&lateness);
  ssize_t got = real(file, bytes, count, at);
  for (struct late *one = first_late; one != NULL; one = one->next) {
    off64_t from = one->at > at ? one->at : at, to = at + (off64_t)count;
    if (one->at + (off64_t)one->count < to) to = one->at + (off64_t)one->count;
    if (one->of.st_ino != of.st_ino || one->of.st_dev != of.st_dev || from >= to) continue;
    memcpy((char *)bytes + (from - at), one->bytes + (from - one->at), to - from);
    if (got < to - at) got = to - at;
  }
  pthread_mutex_unlock(&lateness);
  return got;
}

/* The database itself must never be ahead of its log: that would be another fault, a broken file. */
static void in_order(int file) {
  if (delay() > 0 && is_named(file, "unmask.db")) let_go(milliseconds() + delay());
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  REFUSE(file)
  if (is_late(file)) return keep(file, bytes, count, at);
  in_order(file);
  return really_write(file, bytes, count, at);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) { return pwrite64(file, bytes, count, at); }

ssize_t write(int file, const void *bytes, size_t count) {
  REAL(write);
  REFUSE(file)
  if (is_late(file)) {
    keep(file, bytes, count, lseek64(file, 0, SEEK_CUR));
    lseek64(file, count, SEEK_CUR);
    return count;
  }
  in_order(file);
  return real(file, bytes, count);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t at) {
  REAL(pread64);
  return is_late(file) ? find(file, bytes, count, at) : real(file, bytes, count, at);
}

ssize_t read(int file, void *bytes, size_t count) {
  REAL(read);
  if (!is_late(file)) return real(file, bytes, count);
  ssize_t got = find(file, bytes, count, lseek64(file, 0, SEEK_CUR));
  if (got > 0) lseek64(file, got, SEEK_CUR);
  return got;
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
