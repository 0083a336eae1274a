// SPDX-License-Identifier: Apache-2.0
#ifndef STRONGROOM_CLINUX_H
#define STRONGROOM_CLINUX_H

// Calls that Swift's Glibc module hides. No system header is included here: with other feature macros than Swift's own
// it would declare the same types differently.
#include <stdbool.h>

// True in a program that was started with more rights than its caller (set-uid, set-gid, file capabilities):
// the environment then belongs to somebody else.
bool strongroom_is_secure_execution(void);

// The user's own keyring in the kernel: keys of type "user" by their description, found by every process of the user.
// Each function returns a negative error number when it fails.

// The serial number of a key.
int strongroom_keyring_find(const char *description);
// How many bytes the key has; copies as many of them as fit.
int strongroom_keyring_read(int key, void *buffer, int count);
// Puts a key there that goes by itself after so many seconds; 0 for never.
int strongroom_keyring_put(const char *description, const void *bytes, int count, unsigned seconds);
// Has it stay for so many seconds from now.
int strongroom_keyring_extend(int key, unsigned seconds);
// Makes it disappear at once.
int strongroom_keyring_invalidate(int key);

#endif
