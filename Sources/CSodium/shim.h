// SPDX-License-Identifier: Apache-2.0
#ifndef STRONGROOM_CSODIUM_SHIM_H
#define STRONGROOM_CSODIUM_SHIM_H

#include <sodium.h>

#endif
