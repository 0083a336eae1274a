// SPDX-License-Identifier: Apache-2.0
// In C, because a handler may run in the middle of anything: nothing here allocates, locks or starts up a runtime.
#include "CLinux.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int noted = -1;
static atomic_int running = 0;

void strongroom_note_signal(int signal) {
  int error = errno;
  atomic_fetch_add(&running, 1);
  int descriptor = atomic_load(&noted);
  unsigned char number = (unsigned char)signal;
  if (descriptor >= 0 && write(descriptor, &number, 1) < 0) {
    // The pipe is full of signals already.
  }
  atomic_fetch_sub(&running, 1);
  errno = error;
}

void strongroom_note_signals_to(int descriptor) {
  atomic_store(&noted, descriptor);
  while (atomic_load(&running) > 0) sched_yield();
}
