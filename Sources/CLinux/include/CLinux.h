// SPDX-License-Identifier: Apache-2.0
#ifndef STRONGROOM_CLINUX_H
#define STRONGROOM_CLINUX_H

// Calls that Swift's Glibc module hides, because they need _GNU_SOURCE or are macros.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdbool.h>
#include <stdlib.h>
#include <sys/auxv.h>

// True in a program that was started with more rights than its caller (set-uid, set-gid, file capabilities):
// the environment then belongs to somebody else.
bool strongroom_is_secure_execution(void);

#endif
