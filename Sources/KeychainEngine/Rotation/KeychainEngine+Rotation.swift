// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

extension KeychainEngine {
  /// Replaces all keys of the keychain while others go on using it, and sets its ways in.
  ///
  /// Who knew a way in of before, and has a copy of the files of before, opens nothing that is
  /// written afterwards. Interrupted, it leaves a keychain that opens, and the next call with the
  /// same plan goes on. A full disk ends it: what it has made is removed, to leave the room to
  /// others.
  ///
  /// - Parameters:
  ///   - plan: all ways in from now on.
  ///   - authorization: what opens the keychain now; nil for an open one.
  ///   - progress: told how many of the rows are done; on the calling thread.
  /// - Throws: `errSecAuthFailed` when `authorization` opens nothing; `errSecNoSuchKeychain` when
  ///   there is no keychain; `errSecNotAvailable` when somebody else is changing its keys;
  ///   `errSecDiskFull`.
  package func rotate(
    _ plan: RotationPlan, authorizedBy authorization: Credential?,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(KeychainEngineError) {
    let folder = try folderOfKeys()
    // What one of the user's processes shares opens nothing any more.
    let id = try onKeychain { (keychain, _) throws(KeychainEngineError) in
      keychain.opener.keybag.keychainID
    }
    let unlockKey = try Rotation(plan, in: folder, progress: progress)
      .run(authorizedBy: authorization)
    if let id { SharedUnlock.remove(id) }
    // The keys are replaced, whatever keeps this process from opening them now.
    try? adopt(unlockKey)
  }

  /// Gives up a rotation that was interrupted: what it made is removed, and the keys stay.
  package func abandonRotation() throws(KeychainEngineError) {
    let folder = try folderOfKeys()
    let lock = try RotationRemains.takeLock(in: folder)
    defer { lock.unlock() }
    _ = try onKeychain { (keychain, _) throws(KeychainEngineError) in
      try RotationRemains.giveUp(in: folder) { () throws(KeychainEngineError) in
        try keychain.forgetChanges()
      }
    }
  }

  /// Whether a rotation was interrupted, or is going on.
  package func isRotating() throws(KeychainEngineError) -> Bool {
    guard case .folder(let path) = location else { return false }
    return try KeychainFolder(path: path).stamp(of: RotationRemains.markerName) != nil
  }

  /// The folder of a keychain whose keys can be changed.
  func folderOfKeys() throws(KeychainEngineError) -> KeychainFolder {
    guard case .folder(let path) = location else {
      throw KeychainEngineError(
        .unimplemented, "a keychain in memory has no keys that could be changed")
    }
    return KeychainFolder(path: path, tpm: tpm)
  }

  /// Stays unlocked with the keys that this process has made.
  func adopt(_ unlockKey: SharedSecret) throws(KeychainEngineError) {
    _ = try onKeychain { (keychain, unlocked) throws(KeychainEngineError) in
      guard !keychain.opener.keybag.isOpen, keychain.opener.isAuthentic(under: unlockKey) else {
        return
      }
      try keychain.unlock(&unlocked, with: unlockKey, after: try keychain.lockSignal())
    }
  }
}
