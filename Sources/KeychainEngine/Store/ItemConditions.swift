// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// What an item demands beyond its protection class.
///
/// An object, so that items without conditions, which is most of them, carry a pointer only.
final class ItemConditions: Sendable {
  let control: AccessControl
  /// How a password takes part in the encryption of the item's secrets; nil where none does.
  let lock: PasswordLock?
  /// What the password gave; without it the secrets of an item with a lock stay sealed.
  let key: SharedSecret?

  init(_ control: AccessControl, lock: PasswordLock? = nil, key: SharedSecret? = nil) {
    self.control = control
    self.lock = lock
    self.key = key
  }
}
