// SPDX-License-Identifier: Apache-2.0
#include "Connection.h"

#ifdef STRONGROOM_HAS_TPM

#include <string.h>

// The storage root key for ECC P-256 of the TCG's provisioning guidance (7.5.1: template L-2 of the EK credential
// profile, usable with the empty password and exempt from the lock-out). Every byte of it counts: another template
// makes another key.
static const TPM2B_PUBLIC storage_key = {
    .publicArea = {
        .type = TPM2_ALG_ECC,
        .nameAlg = TPM2_ALG_SHA256,
        .objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN |
                            TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA | TPMA_OBJECT_RESTRICTED |
                            TPMA_OBJECT_DECRYPT,
        .parameters.eccDetail = {
            .symmetric = {.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB},
            .scheme.scheme = TPM2_ALG_NULL,
            .curveID = TPM2_ECC_NIST_P256,
            .kdf.scheme = TPM2_ALG_NULL,
        },
        .unique.ecc = {.x.size = 32, .y.size = 32},
    }};

// What is sealed cannot leave its TPM or its parent. It has the empty password, so there is nothing that a lock-out
// could protect from guessing.
static const TPM2B_PUBLIC sealed_object = {
    .publicArea = {
        .type = TPM2_ALG_KEYEDHASH,
        .nameAlg = TPM2_ALG_SHA256,
        .objectAttributes =
            TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA,
        .parameters.keyedHashDetail.scheme.scheme = TPM2_ALG_NULL,
    }};

static const TPML_PCR_SELECTION no_registers = {0};
static const TPM2B_DATA no_outside_information = {0};

strongroom_tpm_result strongroom_tpm_create_primary(strongroom_tpm *tpm, uint32_t *primary, uint8_t *name) {
  const TPM2B_SENSITIVE_CREATE nothing_sensitive = {0};
  TPM2B_PUBLIC *public_area = NULL;
  TPM2B_CREATION_DATA *creation_data = NULL;
  TPM2B_DIGEST *creation_hash = NULL;
  TPMT_TK_CREATION *creation_ticket = NULL;
  strongroom_tpm_result result = strongroom_tpm_judge(
      tpm, tpm->esys.CreatePrimary(tpm->context, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE,
                                   &nothing_sensitive, &storage_key, &no_outside_information, &no_registers, primary,
                                   &public_area, &creation_data, &creation_hash, &creation_ticket));
  tpm->esys.Free(public_area);
  tpm->esys.Free(creation_data);
  tpm->esys.Free(creation_hash);
  tpm->esys.Free(creation_ticket);
  if (!strongroom_tpm_succeeded(result)) return result;
  result = strongroom_tpm_name(tpm, *primary, name);
  if (!strongroom_tpm_succeeded(result)) strongroom_tpm_flush(tpm, *primary);
  return result;
}

strongroom_tpm_result strongroom_tpm_start_session(strongroom_tpm *tpm, uint32_t primary, uint32_t *session) {
  const TPMT_SYM_DEF aes = {.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB};
  return strongroom_tpm_judge(
      tpm, tpm->esys.StartAuthSession(tpm->context, primary, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE,
                                      NULL, TPM2_SE_HMAC, &aes, TPM2_ALG_SHA256, session));
}

// Creates an object. What it seals stays in tpm2-tss until an object is loaded or created.
static strongroom_tpm_result create(strongroom_tpm *tpm, uint32_t primary, uint32_t session,
                                    const TPM2B_SENSITIVE_CREATE *sensitive, TPM2B_PRIVATE **private_area,
                                    TPM2B_PUBLIC **public_area) {
  strongroom_tpm_result result =
      strongroom_tpm_encrypt(tpm, session, TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT);
  if (!strongroom_tpm_succeeded(result)) return result;
  TPM2B_CREATION_DATA *creation_data = NULL;
  TPM2B_DIGEST *creation_hash = NULL;
  TPMT_TK_CREATION *creation_ticket = NULL;
  result = strongroom_tpm_judge(
      tpm, tpm->esys.Create(tpm->context, primary, session, ESYS_TR_NONE, ESYS_TR_NONE, sensitive, &sealed_object,
                            &no_outside_information, &no_registers, private_area, public_area, &creation_data,
                            &creation_hash, &creation_ticket));
  tpm->esys.Free(creation_data);
  tpm->esys.Free(creation_hash);
  tpm->esys.Free(creation_ticket);
  return result;
}

// Whether the TPM has made what was asked for.
static bool is_sealed_object(const TPMT_PUBLIC *made) {
  const TPMT_PUBLIC *asked = &sealed_object.publicArea;
  return made->type == asked->type && made->nameAlg == asked->nameAlg &&
         made->objectAttributes == asked->objectAttributes && made->authPolicy.size == 0 &&
         made->parameters.keyedHashDetail.scheme.scheme == TPM2_ALG_NULL &&
         made->unique.keyedHash.size == strongroom_tpm_unique_size;
}

strongroom_tpm_result strongroom_tpm_seal(strongroom_tpm *tpm, uint32_t primary, uint32_t session,
                                          const uint8_t *secret, size_t secret_count, uint8_t *unique,
                                          uint8_t *private_area, size_t *private_count) {
  TPM2B_SENSITIVE_CREATE sensitive = {.sensitive.data.size = (uint16_t)secret_count};
  if (secret_count > strongroom_tpm_secret_size) return strongroom_tpm_malformed();
  memcpy(sensitive.sensitive.data.buffer, secret, secret_count);
  TPM2B_PRIVATE *made = NULL;
  TPM2B_PUBLIC *public_area = NULL;
  strongroom_tpm_result result = create(tpm, primary, session, &sensitive, &made, &public_area);
  explicit_bzero(&sensitive, sizeof sensitive);
  if (strongroom_tpm_succeeded(result)) {
    if (is_sealed_object(&public_area->publicArea) && made->size <= *private_count) {
      memcpy(unique, public_area->publicArea.unique.keyedHash.buffer, strongroom_tpm_unique_size);
      memcpy(private_area, made->buffer, made->size);
      *private_count = made->size;
    } else {
      result = strongroom_tpm_malformed();
    }
  }
  tpm->esys.Free(made);
  tpm->esys.Free(public_area);
  return result;
}

strongroom_tpm_result strongroom_tpm_load(strongroom_tpm *tpm, uint32_t primary, uint32_t session,
                                          const uint8_t *unique, const uint8_t *private_area, size_t private_count,
                                          uint32_t *object) {
  TPM2B_PUBLIC public_area = sealed_object;
  TPM2B_PRIVATE private_bytes = {.size = (uint16_t)private_count};
  if (private_count > sizeof private_bytes.buffer) return strongroom_tpm_malformed();
  public_area.publicArea.unique.keyedHash.size = strongroom_tpm_unique_size;
  memcpy(public_area.publicArea.unique.keyedHash.buffer, unique, strongroom_tpm_unique_size);
  memcpy(private_bytes.buffer, private_area, private_count);
  strongroom_tpm_result result =
      strongroom_tpm_encrypt(tpm, session, TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT);
  if (!strongroom_tpm_succeeded(result)) return result;
  return strongroom_tpm_judge(tpm, tpm->esys.Load(tpm->context, primary, session, ESYS_TR_NONE, ESYS_TR_NONE,
                                                  &private_bytes, &public_area, object));
}

strongroom_tpm_result strongroom_tpm_unseal(strongroom_tpm *tpm, uint32_t primary, uint32_t session, uint32_t object,
                                            uint8_t *secret, size_t secret_count) {
  strongroom_tpm_result result = strongroom_tpm_encrypt(tpm, session, TPMA_SESSION_ENCRYPT);
  if (!strongroom_tpm_succeeded(result)) return result;
  TPM2B_SENSITIVE_DATA *data = NULL;
  result = strongroom_tpm_judge(
      tpm, tpm->esys.Unseal(tpm->context, object, session, ESYS_TR_NONE, ESYS_TR_NONE, &data));
  if (!strongroom_tpm_succeeded(result)) return result;
  return strongroom_tpm_take_secret(tpm, primary, data, sizeof *data, data->buffer, data->size, secret, secret_count);
}

#endif
