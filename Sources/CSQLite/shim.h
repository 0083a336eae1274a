// SPDX-License-Identifier: Apache-2.0
#ifndef STRONGROOM_CSQLITE_SHIM_H
#define STRONGROOM_CSQLITE_SHIM_H

#include <sqlite3.h>

// Swift cannot import a macro that casts an integer to a function pointer.
static inline sqlite3_destructor_type strongroom_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

// Text that SQLite will free: sqlite3_mprintf is variadic, which Swift cannot call.
static inline char *strongroom_sqlite_copy(const char *text) {
  return sqlite3_mprintf("%s", text);
}

#endif
