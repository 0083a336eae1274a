// SPDX-License-Identifier: Apache-2.0

/// Where a keychain is.
package enum KeychainLocation: Sendable, Equatable {
  /// In a folder of its own, which the first Add makes.
  case folder(String)
  /// In the memory of this process, gone with it: for tests.
  case memory
}
