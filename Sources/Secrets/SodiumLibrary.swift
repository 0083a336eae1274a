// SPDX-License-Identifier: Apache-2.0

internal import CSodium

/// libsodium, made ready once a process.
///
/// Before `sodium_init`, its generator is not safe to use from two threads and its ciphers run
/// their slowest form. Whoever calls into it first, touches this; a secret does so when it is made,
/// so what takes one as a key need not.
enum SodiumLibrary {
  static let isReady: Bool = {
    precondition(sodium_init() >= 0, "libsodium cannot be initialised on this machine")
    return true
  }()
}
