// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainRequests

/// Keeps others from replacing a keychain's files while something in them is looked at.
///
/// As ``OpenKeychain`` does, but makes no lock file where none is: then nobody replaces anything.
struct SharedLook {
  let folder: KeychainFolder
  private let lock: File?
  private let keybag: File.Status?

  init(at folder: KeychainFolder) throws(KeychainEngineError) {
    self.folder = folder
    lock =
      try folder.stamp(of: KeychainFolder.lockName) == nil
      ? nil : try File(folder.path(of: KeychainFolder.lockName), flags: O_RDONLY)
    keybag = try folder.stamp(of: Keybag.fileName)
  }

  /// Runs `body`, which should not take long: who changes keys waits for it.
  ///
  /// - Throws: `errSecNotAvailable` when the keybag is not the one of the beginning any more.
  func once<R>(_ body: () throws(KeychainEngineError) -> R) throws(KeychainEngineError) -> R {
    if let lock, try !lock.lock(exclusive: false, waitingAtMost: OpenKeychain.longestWait) {
      throw KeychainEngineError(
        .notAvailable, "another process has kept the keychain to itself for 5 seconds; try again")
    }
    defer { lock?.unlock() }
    guard try folder.stamp(of: Keybag.fileName) == keybag else {
      throw KeychainEngineError(
        .notAvailable, "the keychain's keys were changed while it was looked at; look again")
    }
    return try body()
  }
}
