// SPDX-License-Identifier: Apache-2.0
#ifndef STRONGROOM_COPENSSL_SHIM_H
#define STRONGROOM_COPENSSL_SHIM_H

// The low-level SHA256_CTX is a plain struct: copying it is how an HMAC key is scheduled once and used for
// every page. OpenSSL 3 marks it deprecated in favour of EVP_MAC, which costs 5 % more a page and three times
// more for the short inputs of the blind index.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/sha.h>

#endif
