// SPDX-License-Identifier: Apache-2.0
#ifndef STRONGROOM_CTPM_CONNECTION_H
#define STRONGROOM_CTPM_CONNECTION_H

#include "CTPM.h"
#include "Library.h"
#include "Transport.h"

#ifdef STRONGROOM_HAS_TPM

#include <string.h>

struct strongroom_tpm {
  struct strongroom_transport transport;
  struct strongroom_esys esys;
  ESYS_CONTEXT *context;
  // After an error of its own, tpm2-tss answers nothing more in this context.
  bool is_context_spoilt;
};

// What a response code of tpm2-tss means here.
strongroom_tpm_result strongroom_tpm_judge(strongroom_tpm *tpm, TSS2_RC code);
strongroom_tpm_result strongroom_tpm_malformed(void);
bool strongroom_tpm_succeeded(strongroom_tpm_result result);
// Says for the next command which direction a session encrypts: TPMA_SESSION_DECRYPT what goes to the TPM,
// TPMA_SESSION_ENCRYPT what comes back.
strongroom_tpm_result strongroom_tpm_encrypt(strongroom_tpm *tpm, ESYS_TR session, TPMA_SESSION directions);
// Writes over what tpm2-tss has left of an answer that was secret: the buffer of its last command and answer, by
// asking something harmless about `primary`, and the stack below the caller.
strongroom_tpm_result strongroom_tpm_overwrite(strongroom_tpm *tpm, ESYS_TR primary);
// Moves the `size` bytes at `bytes` of an answer into `secret`, whose size they must have, and leaves nothing of them
// elsewhere: `answer`, `answer_count` bytes that tpm2-tss has made, is wiped and freed. Inlined, so that its own frame
// does not cover what is left on the stack.
__attribute__((always_inline)) static inline strongroom_tpm_result strongroom_tpm_take_secret(
    strongroom_tpm *tpm, ESYS_TR primary, void *answer, size_t answer_count, const BYTE *bytes, UINT16 size,
    uint8_t *secret, size_t secret_count) {
  strongroom_tpm_result result = {.fault = strongroom_tpm_fault_nothing};
  if (size == secret_count) {
    memcpy(secret, bytes, secret_count);
  } else {
    result.fault = strongroom_tpm_fault_size;
  }
  explicit_bzero(answer, answer_count);
  tpm->esys.Free(answer);
  strongroom_tpm_result overwritten = strongroom_tpm_overwrite(tpm, primary);
  return strongroom_tpm_succeeded(result) ? overwritten : result;
}

#endif
#endif
