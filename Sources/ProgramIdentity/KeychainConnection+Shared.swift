// SPDX-License-Identifier: Apache-2.0

package import KeychainClient

extension KeychainConnection {
  /// The connection of this process, with the keychain and the identity that its surroundings give
  /// it.
  package static let shared = KeychainConnection(
    KeychainSelection(.process), caller: CallerIdentity.resolve(.process))
}
