// SPDX-License-Identifier: Apache-2.0
#ifndef STRONGROOM_CTPM_LIBRARY_H
#define STRONGROOM_CTPM_LIBRARY_H

// Defined by hand only to try what a build without the headers does.
#if !defined(STRONGROOM_WITHOUT_TPM) && __has_include(<tss2/tss2_esys.h>)
#define STRONGROOM_HAS_TPM 1

#include <stdbool.h>
#include <stddef.h>
#include <tss2/tss2_esys.h>

#define STRONGROOM_ESYS_FUNCTIONS(each) \
  each(Initialize) each(Finalize) each(Free) \
  each(TR_GetName) each(TR_GetTpmHandle) each(TR_FromTPMPublic) each(TR_Close) each(TRSess_SetAttributes) \
  each(GetCapability) each(CreatePrimary) each(StartAuthSession) each(FlushContext) \
  each(Create) each(Load) each(Unseal) each(ReadPublic) \
  each(NV_DefineSpace) each(NV_Write) each(NV_WriteLock) each(NV_Read) each(NV_UndefineSpace)

// The functions of libtss2-esys that are used here.
struct strongroom_esys {
#define STRONGROOM_DECLARE(name) __typeof__(&Esys_##name) name;
  STRONGROOM_ESYS_FUNCTIONS(STRONGROOM_DECLARE)
#undef STRONGROOM_DECLARE
};

// Opens the library and looks its functions up; otherwise `words` says what is missing.
bool strongroom_esys_open(struct strongroom_esys *esys, const char *library, char *words, size_t word_size);

#endif
#endif
