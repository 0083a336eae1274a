// SPDX-License-Identifier: Apache-2.0
#include "Connection.h"

#ifdef STRONGROOM_HAS_TPM

#include <stdlib.h>
#include <string.h>

// What letting go of a handle may take when the time for the operation is over.
static const int64_t flush_milliseconds = 2000;

bool strongroom_tpm_is_supported(void) { return true; }

bool strongroom_tpm_succeeded(strongroom_tpm_result result) { return result.fault == strongroom_tpm_fault_nothing; }

strongroom_tpm_result strongroom_tpm_malformed(void) {
  return (strongroom_tpm_result){strongroom_tpm_fault_malformed, 0};
}

strongroom_tpm_result strongroom_tpm_judge(strongroom_tpm *tpm, TSS2_RC code) {
  if (code == TSS2_RC_SUCCESS) return (strongroom_tpm_result){strongroom_tpm_fault_nothing, 0};
  // The resource manager of the kernel answers in the TPM's place, with layers of its own.
  TSS2_RC layer = code & TSS2_RC_LAYER_MASK;
  bool is_answer =
      layer == TSS2_TPM_RC_LAYER || layer == TSS2_RESMGR_RC_LAYER || layer == TSS2_RESMGR_TPM_RC_LAYER;
  if (!is_answer) tpm->is_context_spoilt = true;
  if (tpm->transport.broken.fault != strongroom_tpm_fault_nothing) return tpm->transport.broken;
  return (strongroom_tpm_result){strongroom_tpm_fault_response, code};
}

static strongroom_tpm_result make_context(strongroom_tpm *tpm) {
  tpm->is_context_spoilt = false;
  return strongroom_tpm_judge(
      tpm, tpm->esys.Initialize(&tpm->context, (TSS2_TCTI_CONTEXT *)&tpm->transport, NULL));
}

strongroom_tpm_result strongroom_tpm_open(int file, bool is_socket, const char *library, strongroom_tpm **out,
                                          char *words, size_t word_size) {
  strongroom_tpm *tpm = calloc(1, sizeof *tpm);
  if (tpm == NULL) return (strongroom_tpm_result){strongroom_tpm_fault_response, TSS2_ESYS_RC_MEMORY};
  strongroom_transport_make(&tpm->transport, file, is_socket);
  strongroom_tpm_result result = {strongroom_tpm_fault_library, 0};
  if (strongroom_esys_open(&tpm->esys, library, words, word_size)) result = make_context(tpm);
  if (strongroom_tpm_succeeded(result)) {
    *out = tpm;
  } else {
    strongroom_tpm_close(tpm);
  }
  return result;
}

void strongroom_tpm_close(strongroom_tpm *tpm) {
  if (tpm->context != NULL) tpm->esys.Finalize(&tpm->context);
  free(tpm);
}

strongroom_tpm_result strongroom_tpm_begin(strongroom_tpm *tpm, int64_t milliseconds) {
  tpm->transport.deadline = strongroom_milliseconds_now() + milliseconds;
  if (tpm->transport.broken.fault != strongroom_tpm_fault_nothing) return tpm->transport.broken;
  if (!tpm->is_context_spoilt && tpm->context != NULL) return strongroom_tpm_judge(tpm, TSS2_RC_SUCCESS);
  if (tpm->context != NULL) tpm->esys.Finalize(&tpm->context);
  return make_context(tpm);
}

strongroom_tpm_result strongroom_tpm_encrypt(strongroom_tpm *tpm, ESYS_TR session, TPMA_SESSION directions) {
  const TPMA_SESSION all = TPMA_SESSION_CONTINUESESSION | TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT;
  return strongroom_tpm_judge(tpm, tpm->esys.TRSess_SetAttributes(
                                       tpm->context, session, TPMA_SESSION_CONTINUESESSION | directions, all));
}

// tpm2-tss decrypts into local arrays.
static __attribute__((noinline)) void overwrite_stack(void) {
  uint8_t unused[32 * 1024];
  explicit_bzero(unused, sizeof unused);
}

strongroom_tpm_result strongroom_tpm_overwrite(strongroom_tpm *tpm, ESYS_TR primary) {
  overwrite_stack();
  TPM2B_PUBLIC *public_area = NULL;
  TPM2B_NAME *name = NULL, *qualified_name = NULL;
  // The answer is more than a hundred bytes long.
  strongroom_tpm_result result = strongroom_tpm_judge(
      tpm, tpm->esys.ReadPublic(tpm->context, primary, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &public_area, &name,
                                &qualified_name));
  tpm->esys.Free(public_area);
  tpm->esys.Free(name);
  tpm->esys.Free(qualified_name);
  return result;
}

void strongroom_tpm_flush(strongroom_tpm *tpm, uint32_t handle) {
  int64_t deadline = strongroom_milliseconds_now() + flush_milliseconds;
  if (tpm->transport.deadline < deadline) tpm->transport.deadline = deadline;
  TPM2_HANDLE number = 0;
  if (tpm->esys.TR_GetTpmHandle(tpm->context, handle, &number) != TSS2_RC_SUCCESS) return;
  // A TPM that refuses has let go of the handle by itself.
  if (!tpm->is_context_spoilt) {
    strongroom_tpm_judge(tpm, tpm->esys.FlushContext(tpm->context, handle));
  } else {
    strongroom_transport_flush(&tpm->transport, number);
  }
}

static strongroom_tpm_result capability(strongroom_tpm *tpm, TPM2_CAP kind, uint32_t first, size_t count,
                                        TPMS_CAPABILITY_DATA **data, bool *has_more) {
  TPMI_YES_NO more = 0;
  strongroom_tpm_result result = strongroom_tpm_judge(
      tpm, tpm->esys.GetCapability(tpm->context, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, kind, first,
                                   (uint32_t)count, &more, data));
  *has_more = more != 0;
  if (strongroom_tpm_succeeded(result) && (*data)->capability != kind) {
    tpm->esys.Free(*data);
    return strongroom_tpm_malformed();
  }
  return result;
}

strongroom_tpm_result strongroom_tpm_properties(strongroom_tpm *tpm, uint32_t first, uint32_t *values, size_t count) {
  memset(values, 0, count * sizeof *values);
  TPMS_CAPABILITY_DATA *data = NULL;
  bool has_more;
  strongroom_tpm_result result = capability(tpm, TPM2_CAP_TPM_PROPERTIES, first, count, &data, &has_more);
  if (!strongroom_tpm_succeeded(result)) return result;
  const TPML_TAGGED_TPM_PROPERTY *list = &data->data.tpmProperties;
  for (uint32_t i = 0; i < list->count; i++) {
    uint32_t offset = list->tpmProperty[i].property - first;
    if (offset < count) values[offset] = list->tpmProperty[i].value;
  }
  tpm->esys.Free(data);
  return result;
}

strongroom_tpm_result strongroom_tpm_handles(strongroom_tpm *tpm, uint32_t first, uint32_t *handles, size_t *count) {
  size_t found = 0;
  bool has_more = true;
  while (has_more && found < *count) {
    TPMS_CAPABILITY_DATA *data = NULL;
    strongroom_tpm_result result =
        capability(tpm, TPM2_CAP_HANDLES, first, *count - found, &data, &has_more);
    if (!strongroom_tpm_succeeded(result)) return result;
    const TPML_HANDLE *list = &data->data.handles;
    // Ascending, as the standard has it; otherwise this would never end.
    for (uint32_t i = 0; i < list->count && found < *count && list->handle[i] >= first; i++) {
      handles[found++] = list->handle[i];
      first = list->handle[i] + 1;
    }
    if (list->count == 0) has_more = false;
    tpm->esys.Free(data);
  }
  *count = found;
  return strongroom_tpm_judge(tpm, TSS2_RC_SUCCESS);
}

#endif
