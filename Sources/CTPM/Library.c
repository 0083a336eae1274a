// SPDX-License-Identifier: Apache-2.0
#include "Library.h"

#ifdef STRONGROOM_HAS_TPM

#include <dlfcn.h>
#include <stdio.h>

static void *find(void *library, const char *name, char *words, size_t word_size) {
  void *function = dlsym(library, name);
  if (function == NULL) snprintf(words, word_size, "it has no function %s", name);
  return function;
}

bool strongroom_esys_open(struct strongroom_esys *esys, const char *library, char *words, size_t word_size) {
  // It stays when the last connection goes: libcrypto, which it pulls in, does not like to be unloaded.
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == NULL) {
    const char *reason = dlerror();
    snprintf(words, word_size, "%s", reason == NULL ? "no reason given" : reason);
    return false;
  }
#define STRONGROOM_FIND(name) \
  if ((*(void **)&esys->name = find(handle, "Esys_" #name, words, word_size)) == NULL) goto incomplete;
  STRONGROOM_ESYS_FUNCTIONS(STRONGROOM_FIND)
#undef STRONGROOM_FIND
  dlclose(handle);
  return true;
incomplete:
  dlclose(handle);
  return false;
}

#endif
