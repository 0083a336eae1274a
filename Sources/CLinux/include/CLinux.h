// SPDX-License-Identifier: Apache-2.0
#ifndef STRONGROOM_CLINUX_H
#define STRONGROOM_CLINUX_H

// Calls that Swift's Glibc module hides. No system header is included here: with other feature macros than Swift's own
// it would declare the same types differently.
#include <stdbool.h>

// True in a program that was started with more rights than its caller (set-uid, set-gid, file capabilities):
// the environment then belongs to somebody else.
bool strongroom_is_secure_execution(void);

#endif
