// SPDX-License-Identifier: Apache-2.0
#include "CTPM.h"
#include "Library.h"

// What a build without the headers of tpm2-tss has instead. Nothing can be opened, so the rest is never reached.

#ifndef STRONGROOM_HAS_TPM

bool strongroom_tpm_is_supported(void) { return false; }

strongroom_tpm_result strongroom_tpm_open(int file, bool is_socket, const char *library, strongroom_tpm **tpm,
                                          char *words, size_t word_size) {
  return (strongroom_tpm_result){strongroom_tpm_fault_unsupported, 0};
}

void strongroom_tpm_close(strongroom_tpm *tpm) {}
void strongroom_tpm_flush(strongroom_tpm *tpm, uint32_t handle) {}
void strongroom_tpm_forget_index(strongroom_tpm *tpm, uint32_t handle) {}

#define UNSUPPORTED(name, ...) \
  strongroom_tpm_result strongroom_tpm_##name(strongroom_tpm *tpm, __VA_ARGS__) { \
    return (strongroom_tpm_result){strongroom_tpm_fault_unsupported, 0}; \
  }

UNSUPPORTED(begin, int64_t milliseconds)
UNSUPPORTED(properties, uint32_t first, uint32_t *values, size_t count)
UNSUPPORTED(handles, uint32_t first, uint32_t *handles, size_t *count)
UNSUPPORTED(create_primary, uint32_t *primary, uint8_t *name)
UNSUPPORTED(start_session, uint32_t primary, uint32_t *session)
UNSUPPORTED(seal, uint32_t primary, uint32_t session, const uint8_t *secret, size_t secret_count, uint8_t *unique,
            uint8_t *private_area, size_t *private_count)
UNSUPPORTED(load, uint32_t primary, uint32_t session, const uint8_t *unique, const uint8_t *private_area,
            size_t private_count, uint32_t *object)
UNSUPPORTED(unseal, uint32_t primary, uint32_t session, uint32_t object, uint8_t *secret, size_t secret_count)
UNSUPPORTED(define_index, uint32_t session, uint32_t index, size_t byte_count, uint32_t *handle)
UNSUPPORTED(find_index, uint32_t session, uint32_t index, uint32_t *handle)
UNSUPPORTED(name, uint32_t handle, uint8_t *name)
UNSUPPORTED(write_index, uint32_t session, uint32_t handle, const uint8_t *secret, size_t secret_count)
UNSUPPORTED(read_index, uint32_t primary, uint32_t session, uint32_t handle, uint8_t *secret, size_t secret_count)
UNSUPPORTED(delete_index, uint32_t session, uint32_t handle)

#endif
