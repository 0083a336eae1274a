// SPDX-License-Identifier: Apache-2.0
// For pipe2, posix_spawn's sessions and its closing of inherited files.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

// Where a program has closed its standard streams, new files get their numbers, and would be taken for them.
static int move_beyond_streams(int ends[2]) {
  int error = 0;
  for (int i = 0; i < 2; i++) {
    if (ends[i] > STDERR_FILENO) continue;
    int moved = fcntl(ends[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (moved < 0) {
      error = errno;
      continue;
    }
    close(ends[i]);
    ends[i] = moved;
  }
  if (error != 0) {
    close(ends[0]);
    close(ends[1]);
  }
  return error;
}

int strongroom_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  return move_beyond_streams(ends);
}

int strongroom_socket_pair(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  return move_beyond_streams(ends);
}

static int prepare_files(posix_spawn_file_actions_t *actions, int input, int output) {
  int error = input < 0 ? posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
                        : posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
  if (error == 0) error = posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
  if (error == 0) error = posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
  return error;
}

static int prepare_attributes(posix_spawnattr_t *attributes) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  int error = posix_spawnattr_setsigdefault(attributes, &all);
  if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
  if (error == 0) {
    error = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  return error;
}

int strongroom_start(const char *path, char *const arguments[], char *const environment[], int input, int output,
                     int *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error == 0) {
    error = prepare_files(&actions, input, output);
    if (error == 0) error = prepare_attributes(&attributes);
    if (error == 0) error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}
