// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <sys/prctl.h>

bool strongroom_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0; }

bool strongroom_may_be_dumped(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0; }
