// SPDX-License-Identifier: Apache-2.0

/// Where a keychain is.
package enum KeychainLocation: Sendable, Equatable {
  /// In a folder of its own, which the first Add makes.
  case folder(String)
  /// In the memory of this process, gone with it: for tests.
  case memory

  /// Whether it is certain that no keychain is there yet.
  ///
  /// Where the folder cannot be looked into it is not, and the first request will say what is
  /// wrong.
  package var isVacant: Bool {
    guard case .folder(let path) = self else { return false }
    do throws(KeychainEngineError) {
      return try KeychainFolder(path: path).stamp(of: Keybag.fileName) == nil
    } catch {
      return false
    }
  }
}
