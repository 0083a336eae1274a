// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <sys/auxv.h>

bool strongroom_is_secure_execution(void) { return getauxval(AT_SECURE) != 0; }
