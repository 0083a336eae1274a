// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CFileCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long count, last, first_failure;
static atomic_int failure;

void file_calls_die_at(long number) {
  atomic_store(&first_failure, 0);
  atomic_store(&count, 0);
  atomic_store(&last, number);
}

void file_calls_fail_from(long number, int error) {
  atomic_store(&last, 0);
  atomic_store(&count, 0);
  atomic_store(&failure, error);
  atomic_store(&first_failure, number);
}

long file_calls_count(void) { return atomic_load(&count); }

// Counts a call; true when it is to fail, with errno set.
static bool fails(bool takes_room) {
  long number = atomic_fetch_add(&count, 1) + 1;
  if (number == atomic_load(&last)) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
  long first = atomic_load(&first_failure);
  if (first == 0 || number < first) return false;
  int error = atomic_load(&failure);
  if ((error == ENOSPC || error == EDQUOT) && !takes_room) return false;
  errno = error;
  return true;
}

ssize_t write(int file, const void *bytes, size_t size) {
  if (file > STDERR_FILENO && fails(true)) return -1;
  return syscall(SYS_write, file, bytes, size);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
  if (fails(true)) return -1;
  return syscall(SYS_pwrite64, file, bytes, size, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
  return pwrite64(file, bytes, size, offset);
}

int ftruncate64(int file, off64_t size) {
  if (fails(false)) return -1;
  return syscall(SYS_ftruncate, file, size);
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int fsync(int file) {
  if (fails(false)) return -1;
  return syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  if (fails(false)) return -1;
  return syscall(SYS_fdatasync, file);
}

int rename(const char *from, const char *to) {
  if (fails(false)) return -1;
  return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
  if (fails(false)) return -1;
  return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
