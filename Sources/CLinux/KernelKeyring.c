// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <errno.h>
#include <linux/keyctl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// View, read, write, search, link, set attributes.
#define ALL_RIGHTS 0x3f
#define POSSESSOR_SHIFT 24
#define USER_SHIFT 16

static int result(long value) { return value < 0 ? -errno : (int)value; }

static long control(int operation, long a, long b, long c, long d) {
    return syscall(SYS_keyctl, operation, a, b, c, d);
}

int strongroom_keyring_find(const char *description) {
    return result(control(KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, (long)"user", (long)description, 0));
}

int strongroom_keyring_read(int key, void *buffer, int count) {
    return result(control(KEYCTL_READ, key, (long)buffer, count, 0));
}

int strongroom_keyring_put(const char *description, const void *bytes, int count, unsigned seconds) {
    // Only who possesses a key may open it to the user's other processes: it is made where this thread
    // possesses it, and then moved to where they look.
    long key = syscall(SYS_add_key, "user", description, bytes, (size_t)count, KEY_SPEC_THREAD_KEYRING);
    if (key < 0) return -errno;
    long rights = (long)ALL_RIGHTS << POSSESSOR_SHIFT | (long)ALL_RIGHTS << USER_SHIFT;
    int status = 0;
    if (control(KEYCTL_SETPERM, key, rights, 0, 0) < 0
        || control(KEYCTL_SET_TIMEOUT, key, seconds, 0, 0) < 0
        || control(KEYCTL_LINK, key, KEY_SPEC_USER_KEYRING, 0, 0) < 0) {
        status = -errno;
    }
    control(KEYCTL_UNLINK, key, KEY_SPEC_THREAD_KEYRING, 0, 0);
    return status;
}

int strongroom_keyring_invalidate(int key) {
    return result(control(KEYCTL_INVALIDATE, key, 0, 0, 0));
}
