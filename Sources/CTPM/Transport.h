// SPDX-License-Identifier: Apache-2.0
#ifndef STRONGROOM_CTPM_TRANSPORT_H
#define STRONGROOM_CTPM_TRANSPORT_H

#include "CTPM.h"
#include "Library.h"

#ifdef STRONGROOM_HAS_TPM

#include <tss2/tss2_tcti.h>

// How commands get to the TPM and answers back: a TCTI of our own, because those of tpm2-tss 3 wait without a limit
// and say of every failure that it was one of input or output.
struct strongroom_transport {
  // First, for this is what tpm2-tss sees.
  TSS2_TCTI_CONTEXT_COMMON_V1 common;
  int file;
  bool is_socket;
  // On the monotonic clock, in milliseconds.
  int64_t deadline;
  // Why nothing more can be sent: an answer that did not come in time would be taken for that to the next command.
  strongroom_tpm_result broken;
  // The answer, until tpm2-tss, which first asks for its size, has taken it.
  size_t answer_size;
  uint8_t answer[TPM2_MAX_RESPONSE_SIZE];
};

void strongroom_transport_make(struct strongroom_transport *transport, int file, bool is_socket);
int64_t strongroom_milliseconds_now(void);
// TPM2_FlushContext without tpm2-tss, which sends nothing any more after an answer that it did not understand.
void strongroom_transport_flush(struct strongroom_transport *transport, TPM2_HANDLE handle);

#endif
#endif
