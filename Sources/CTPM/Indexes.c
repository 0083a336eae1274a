// SPDX-License-Identifier: Apache-2.0
#include "Connection.h"

#ifdef STRONGROOM_HAS_TPM

#include <string.h>

strongroom_tpm_result strongroom_tpm_define_index(strongroom_tpm *tpm, uint32_t session, uint32_t index,
                                                  size_t byte_count, uint32_t *handle) {
  const TPM2B_AUTH no_password = {0};
  const TPM2B_NV_PUBLIC definition = {
      .nvPublic = {
          .nvIndex = index,
          .nameAlg = TPM2_ALG_SHA256,
          // Locked for good after the one write; exempt from the lock-out, as there is no password to guess.
          .attributes = TPMA_NV_AUTHREAD | TPMA_NV_AUTHWRITE | TPMA_NV_WRITEDEFINE | TPMA_NV_NO_DA,
          .dataSize = (uint16_t)byte_count,
      }};
  strongroom_tpm_result result = strongroom_tpm_encrypt(tpm, session, TPMA_SESSION_DECRYPT);
  if (!strongroom_tpm_succeeded(result)) return result;
  return strongroom_tpm_judge(tpm, tpm->esys.NV_DefineSpace(tpm->context, ESYS_TR_RH_OWNER, session, ESYS_TR_NONE,
                                                            ESYS_TR_NONE, &no_password, &definition, handle));
}

strongroom_tpm_result strongroom_tpm_find_index(strongroom_tpm *tpm, uint32_t session, uint32_t index,
                                                uint32_t *handle) {
  // Encryption is a side effect: what matters is that the session authenticates the answer.
  strongroom_tpm_result result = strongroom_tpm_encrypt(tpm, session, TPMA_SESSION_ENCRYPT);
  if (!strongroom_tpm_succeeded(result)) return result;
  return strongroom_tpm_judge(
      tpm, tpm->esys.TR_FromTPMPublic(tpm->context, index, session, ESYS_TR_NONE, ESYS_TR_NONE, handle));
}

strongroom_tpm_result strongroom_tpm_name(strongroom_tpm *tpm, uint32_t handle, uint8_t *name) {
  TPM2B_NAME *found = NULL;
  strongroom_tpm_result result = strongroom_tpm_judge(tpm, tpm->esys.TR_GetName(tpm->context, handle, &found));
  if (!strongroom_tpm_succeeded(result)) return result;
  if (found->size == strongroom_tpm_name_size) {
    memcpy(name, found->name, strongroom_tpm_name_size);
  } else {
    result = strongroom_tpm_malformed();
  }
  tpm->esys.Free(found);
  return result;
}

strongroom_tpm_result strongroom_tpm_write_index(strongroom_tpm *tpm, uint32_t session, uint32_t handle,
                                                 const uint8_t *secret, size_t secret_count) {
  TPM2B_MAX_NV_BUFFER data = {.size = (uint16_t)secret_count};
  if (secret_count > strongroom_tpm_secret_size) return strongroom_tpm_malformed();
  memcpy(data.buffer, secret, secret_count);
  strongroom_tpm_result result = strongroom_tpm_encrypt(tpm, session, TPMA_SESSION_DECRYPT);
  if (strongroom_tpm_succeeded(result)) {
    result = strongroom_tpm_judge(tpm, tpm->esys.NV_Write(tpm->context, handle, handle, session, ESYS_TR_NONE,
                                                          ESYS_TR_NONE, &data, 0));
  }
  explicit_bzero(&data, sizeof data);
  if (!strongroom_tpm_succeeded(result)) return result;
  result = strongroom_tpm_encrypt(tpm, session, 0);
  if (!strongroom_tpm_succeeded(result)) return result;
  return strongroom_tpm_judge(
      tpm, tpm->esys.NV_WriteLock(tpm->context, handle, handle, session, ESYS_TR_NONE, ESYS_TR_NONE));
}

strongroom_tpm_result strongroom_tpm_read_index(strongroom_tpm *tpm, uint32_t primary, uint32_t session,
                                                uint32_t handle, uint8_t *secret, size_t secret_count) {
  strongroom_tpm_result result = strongroom_tpm_encrypt(tpm, session, TPMA_SESSION_ENCRYPT);
  if (!strongroom_tpm_succeeded(result)) return result;
  TPM2B_MAX_NV_BUFFER *data = NULL;
  result = strongroom_tpm_judge(tpm, tpm->esys.NV_Read(tpm->context, handle, handle, session, ESYS_TR_NONE,
                                                       ESYS_TR_NONE, (uint16_t)secret_count, 0, &data));
  if (!strongroom_tpm_succeeded(result)) return result;
  return strongroom_tpm_take_secret(tpm, primary, data, sizeof *data, data->buffer, data->size, secret, secret_count);
}

strongroom_tpm_result strongroom_tpm_delete_index(strongroom_tpm *tpm, uint32_t session, uint32_t handle) {
  strongroom_tpm_result result = strongroom_tpm_encrypt(tpm, session, 0);
  if (!strongroom_tpm_succeeded(result)) return result;
  return strongroom_tpm_judge(tpm, tpm->esys.NV_UndefineSpace(tpm->context, ESYS_TR_RH_OWNER, handle, session,
                                                              ESYS_TR_NONE, ESYS_TR_NONE));
}

void strongroom_tpm_forget_index(strongroom_tpm *tpm, uint32_t handle) {
  ESYS_TR forgotten = handle;
  tpm->esys.TR_Close(tpm->context, &forgotten);
}

#endif
