// SPDX-License-Identifier: Apache-2.0
#ifndef STRONGROOM_CLINUX_H
#define STRONGROOM_CLINUX_H

// Calls that Swift's Glibc module hides. No system header is included here: with other feature macros than Swift's own
// it would declare the same types differently.
#include <stdbool.h>

// True in a program that was started with more rights than its caller (set-uid, set-gid, file capabilities):
// the environment then belongs to somebody else.
bool strongroom_is_secure_execution(void);

// Has the system write no core file of this process, and lets no other process of the user read its memory or trace it;
// false when it does not. Programs that it starts are not affected.
bool strongroom_forbid_dumps(void);
bool strongroom_may_be_dumped(void);

// The user's own keyring in the kernel: keys of type "user" by their description, found by every process of the user.
// Each function returns a negative error number when it fails.

// The serial number of a key.
int strongroom_keyring_find(const char *description);
// How many bytes the key has; copies as many of them as fit.
int strongroom_keyring_read(int key, void *buffer, int count);
// Puts a key there that goes by itself after so many seconds; 0 for never.
int strongroom_keyring_put(const char *description, const void *bytes, int count, unsigned seconds);
// Makes it disappear at once.
int strongroom_keyring_invalidate(int key);

// Two ends that no program inherits, both beyond the standard streams: a pipe (reading end first), or two sockets that
// are connected with each other. 0, or the error number.
int strongroom_pipe(int ends[2]);
int strongroom_socket_pair(int ends[2]);

// Starts the program at `path` in a session of its own, without a terminal, with the default answer to every signal,
// and with no other files than standard input (/dev/null if negative), output and errors (/dev/null).
// 0, or the error number.
int strongroom_start(const char *path, char *const arguments[], char *const environment[], int input, int output,
                     int *process);

// A signal handler that writes the signal's number, one byte, to the descriptor set below.
void strongroom_note_signal(int signal);

// Sets where the handler writes; -1 for nowhere. Returns when no thread is writing to the former descriptor.
void strongroom_note_signals_to(int descriptor);

#endif
