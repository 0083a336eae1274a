// SPDX-License-Identifier: Apache-2.0
#include "Transport.h"

#ifdef STRONGROOM_HAS_TPM

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { header_size = 10, flush_size = 14 };

int64_t strongroom_milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static TSS2_RC fail(struct strongroom_transport *transport, strongroom_tpm_fault fault, int number) {
  transport->broken = (strongroom_tpm_result){fault, (uint32_t)number};
  return TSS2_TCTI_RC_IO_ERROR;
}

// Waits for `events` until the deadline.
static bool wait_for(struct strongroom_transport *transport, short events) {
  for (;;) {
    int64_t left = transport->deadline - strongroom_milliseconds_now();
    if (left < 0) left = 0;
    struct pollfd waiting = {.fd = transport->file, .events = events};
    int ready = poll(&waiting, 1, left > INT_MAX ? INT_MAX : (int)left);
    if (ready > 0) return true;
    if (ready == 0) {
      fail(transport, strongroom_tpm_fault_time, 0);
      return false;
    }
    if (errno != EINTR) {
      fail(transport, strongroom_tpm_fault_system, errno);
      return false;
    }
  }
}

// A device says ETIME when the kernel's own time limit for the TPM is over.
static TSS2_RC fail_by_errno(struct strongroom_transport *transport) {
  switch (errno) {
    case EPIPE:
    case ECONNRESET:
      return fail(transport, strongroom_tpm_fault_closed, errno);
    case ETIME:
      return fail(transport, strongroom_tpm_fault_time, errno);
    default:
      return fail(transport, strongroom_tpm_fault_system, errno);
  }
}

static bool may_repeat(void) { return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK; }

static TSS2_RC transmit(TSS2_TCTI_CONTEXT *context, size_t size, const uint8_t *command) {
  struct strongroom_transport *transport = (struct strongroom_transport *)context;
  if (transport->broken.fault != strongroom_tpm_fault_nothing) return TSS2_TCTI_RC_IO_ERROR;
  // One that nobody has taken is not the answer to this.
  transport->answer_size = 0;
  size_t done = 0;
  while (done < size) {
    if (!wait_for(transport, POLLOUT)) return TSS2_TCTI_RC_IO_ERROR;
    ssize_t count = transport->is_socket ? send(transport->file, command + done, size - done, MSG_NOSIGNAL)
                                         : write(transport->file, command + done, size - done);
    if (count >= 0) {
      done += (size_t)count;
    } else if (!may_repeat()) {
      return fail_by_errno(transport);
    }
  }
  return TSS2_RC_SUCCESS;
}

static uint32_t announced_size(const uint8_t *answer) {
  return (uint32_t)answer[2] << 24 | (uint32_t)answer[3] << 16 | (uint32_t)answer[4] << 8 | answer[5];
}

// Reads one answer: a device gives it at once, a socket as it comes.
static TSS2_RC read_answer(struct strongroom_transport *transport) {
  uint8_t *answer = transport->answer;
  size_t done = 0, expected = header_size;
  while (done < expected) {
    if (!wait_for(transport, POLLIN)) return TSS2_TCTI_RC_IO_ERROR;
    ssize_t count = read(transport->file, answer + done, sizeof transport->answer - done);
    if (count == 0) return fail(transport, strongroom_tpm_fault_closed, 0);
    if (count < 0) {
      if (may_repeat()) continue;
      return fail_by_errno(transport);
    }
    done += (size_t)count;
    if (done < header_size) continue;
    expected = announced_size(answer);
    if (expected < header_size || expected > sizeof transport->answer || done > expected) {
      return fail(transport, strongroom_tpm_fault_malformed, 0);
    }
  }
  transport->answer_size = done;
  return TSS2_RC_SUCCESS;
}

// Without a buffer, tpm2-tss asks how large it must be. The time limit that it names is «none»; ours stands in the
// transport.
static TSS2_RC receive(TSS2_TCTI_CONTEXT *context, size_t *size, uint8_t *answer, int32_t timeout) {
  (void)timeout;
  struct strongroom_transport *transport = (struct strongroom_transport *)context;
  if (transport->broken.fault != strongroom_tpm_fault_nothing) return TSS2_TCTI_RC_IO_ERROR;
  if (transport->answer_size == 0) {
    TSS2_RC code = read_answer(transport);
    if (code != TSS2_RC_SUCCESS) return code;
  }
  size_t space = *size;
  *size = transport->answer_size;
  if (answer == NULL) return TSS2_RC_SUCCESS;
  if (space < transport->answer_size) return TSS2_TCTI_RC_INSUFFICIENT_BUFFER;
  memcpy(answer, transport->answer, transport->answer_size);
  transport->answer_size = 0;
  return TSS2_RC_SUCCESS;
}

static TSS2_RC not_implemented(TSS2_TCTI_CONTEXT *context) {
  (void)context;
  return TSS2_TCTI_RC_NOT_IMPLEMENTED;
}

static TSS2_RC no_poll_handles(TSS2_TCTI_CONTEXT *context, TSS2_TCTI_POLL_HANDLE *handles, size_t *count) {
  (void)handles, (void)count;
  return not_implemented(context);
}

static TSS2_RC no_locality(TSS2_TCTI_CONTEXT *context, uint8_t locality) {
  (void)locality;
  return not_implemented(context);
}

// The file belongs to the caller.
static void finalize(TSS2_TCTI_CONTEXT *context) { (void)context; }

void strongroom_transport_make(struct strongroom_transport *transport, int file, bool is_socket) {
  *transport = (struct strongroom_transport){
      .common =
          {
              // «STRGTPM1»; any number will do that is no other TCTI's.
              .magic = 0x5354524754504D31ULL,
              .version = 1,
              .transmit = transmit,
              .receive = receive,
              .finalize = finalize,
              .cancel = not_implemented,
              .getPollHandles = no_poll_handles,
              .setLocality = no_locality,
          },
      .file = file,
      .is_socket = is_socket,
  };
}

void strongroom_transport_flush(struct strongroom_transport *transport, TPM2_HANDLE handle) {
  const uint8_t command[flush_size] = {
      0x80, 0x01, 0, 0, 0, flush_size, 0, 0, 0x01, 0x65,  // TPM_ST_NO_SESSIONS, size, TPM_CC_FlushContext
      (uint8_t)(handle >> 24), (uint8_t)(handle >> 16), (uint8_t)(handle >> 8), (uint8_t)handle};
  if (transmit((TSS2_TCTI_CONTEXT *)transport, sizeof command, command) == TSS2_RC_SUCCESS) read_answer(transport);
}

#endif
