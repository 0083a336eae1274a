// SPDX-License-Identifier: Apache-2.0
#ifndef CFILECALLS_H
#define CFILECALLS_H

// The calls by which an executable changes files, counted, so that a test can end the process before any one of them, or
// have it fail. Linking this into an executable is enough: its own functions come before those of the C library, also
// for the libraries that it uses.
//
// Counted are write, pwrite, ftruncate, fsync, fdatasync, rename and unlink; not those on standard output and error.

// Kills the process with SIGKILL in the place of the call of that number from now on; 0 for never.
void file_calls_die_at(long number);

// Has the call of that number from now on and all after it fail with the error; 0 for none. With ENOSPC and EDQUOT only
// those fail that take room.
void file_calls_fail_from(long number, int error);

// How many calls there were since one of the above.
long file_calls_count(void);

#endif
