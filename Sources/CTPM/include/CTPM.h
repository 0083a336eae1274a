// SPDX-License-Identifier: Apache-2.0
#ifndef STRONGROOM_CTPM_H
#define STRONGROOM_CTPM_H

// One function for each TPM 2.0 command that the room TPM needs, over libtss2-esys.
//
// The structures of tpm2-tss are large and its headers are not everywhere, so none of them shows here: built without
// them, every function answers strongroom_tpm_fault_unsupported. The library itself is opened when a TPM is.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A connection to one TPM. Not for two threads at once.
typedef struct strongroom_tpm strongroom_tpm;

typedef enum __attribute__((enum_extensibility(closed))) {
  strongroom_tpm_fault_nothing,
  // Built without the headers of tpm2-tss.
  strongroom_tpm_fault_unsupported,
  // The library cannot be opened, or lacks a function.
  strongroom_tpm_fault_library,
  // A system call failed; the number is its errno.
  strongroom_tpm_fault_system,
  // The time limit is over.
  strongroom_tpm_fault_time,
  // The other side has closed the connection.
  strongroom_tpm_fault_closed,
  // The answer is not one to this command.
  strongroom_tpm_fault_malformed,
  // What the TPM holds is not as long as what was asked for.
  strongroom_tpm_fault_size,
  // The TPM, or tpm2-tss, answers with an error; the number is the response code.
  strongroom_tpm_fault_response,
} strongroom_tpm_fault;

typedef struct {
  strongroom_tpm_fault fault;
  uint32_t number;
} strongroom_tpm_result;

enum {
  // A name: the algorithm (SHA-256) and the digest of the public area.
  strongroom_tpm_name_size = 34,
  // The digest that is all the variable content of a sealed object's public area.
  strongroom_tpm_unique_size = 32,
  // More than the private area of 32 sealed bytes takes in any TPM.
  strongroom_tpm_private_size = 512,
  // The most bytes that are sealed or kept in an index here.
  strongroom_tpm_secret_size = 64,
};

// Whether this build can use a TPM at all.
bool strongroom_tpm_is_supported(void);

// Opens `library` and makes a connection over `file`, a device or a connected socket that does not block. `words` gets
// what the dynamic linker says when it fails. The file stays the caller's.
strongroom_tpm_result strongroom_tpm_open(int file, bool is_socket, const char *library, strongroom_tpm **tpm,
                                          char *words, size_t word_size);
void strongroom_tpm_close(strongroom_tpm *tpm);

// Begins an operation: all its commands together may take so long.
strongroom_tpm_result strongroom_tpm_begin(strongroom_tpm *tpm, int64_t milliseconds);

// `count` properties (TPM_PT) from `first` on; one that the TPM does not have is 0.
strongroom_tpm_result strongroom_tpm_properties(strongroom_tpm *tpm, uint32_t first, uint32_t *values, size_t count);
// The handles from `first` on, at most `*count`.
strongroom_tpm_result strongroom_tpm_handles(strongroom_tpm *tpm, uint32_t first, uint32_t *handles, size_t *count);

// Makes the storage primary key of the owner hierarchy.
strongroom_tpm_result strongroom_tpm_create_primary(strongroom_tpm *tpm, uint32_t *primary, uint8_t *name);
// Starts an HMAC session whose salt only the TPM that holds `primary` can read.
strongroom_tpm_result strongroom_tpm_start_session(strongroom_tpm *tpm, uint32_t primary, uint32_t *session);
// Lets go of a primary, an object or a session, also after an error and when the time is over.
void strongroom_tpm_flush(strongroom_tpm *tpm, uint32_t handle);

// Seals `secret` under `primary`; `*private_count` is the space at first, the size at last. Load the object next: tpm2-tss
// keeps the secret until then.
strongroom_tpm_result strongroom_tpm_seal(strongroom_tpm *tpm, uint32_t primary, uint32_t session,
                                          const uint8_t *secret, size_t secret_count, uint8_t *unique,
                                          uint8_t *private_area, size_t *private_count);
strongroom_tpm_result strongroom_tpm_load(strongroom_tpm *tpm, uint32_t primary, uint32_t session,
                                          const uint8_t *unique, const uint8_t *private_area, size_t private_count,
                                          uint32_t *object);
// Reads what is sealed, `secret_count` bytes.
strongroom_tpm_result strongroom_tpm_unseal(strongroom_tpm *tpm, uint32_t primary, uint32_t session, uint32_t object,
                                            uint8_t *secret, size_t secret_count);

// Defines an NV index in the owner hierarchy and returns it as a handle of this connection.
strongroom_tpm_result strongroom_tpm_define_index(strongroom_tpm *tpm, uint32_t session, uint32_t index,
                                                  size_t byte_count, uint32_t *handle);
// Finds an NV index that exists.
strongroom_tpm_result strongroom_tpm_find_index(strongroom_tpm *tpm, uint32_t session, uint32_t index,
                                                uint32_t *handle);
// The name of a primary or an index. That of an index covers its attributes and whether it was written, not its content.
strongroom_tpm_result strongroom_tpm_name(strongroom_tpm *tpm, uint32_t handle, uint8_t *name);
// Writes an index and locks it against every further write.
strongroom_tpm_result strongroom_tpm_write_index(strongroom_tpm *tpm, uint32_t session, uint32_t handle,
                                                 const uint8_t *secret, size_t secret_count);
strongroom_tpm_result strongroom_tpm_read_index(strongroom_tpm *tpm, uint32_t primary, uint32_t session,
                                                uint32_t handle, uint8_t *secret, size_t secret_count);
// Deletes an index; the handle is void then.
strongroom_tpm_result strongroom_tpm_delete_index(strongroom_tpm *tpm, uint32_t session, uint32_t handle);
// Forgets the handle of an index, which stays in the TPM.
void strongroom_tpm_forget_index(strongroom_tpm *tpm, uint32_t handle);

#endif
