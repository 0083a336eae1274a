// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// The files that a rotation leaves behind: those of a next keychain that is never to be, and those
/// of the last one.
enum RotationRemains {
  /// Present from before a rotation makes its first file until its last one has gone.
  static let markerName = "keychain.rotating"
  /// Held by who rotates, or changes the keybag otherwise.
  static let lockName = "keychain.rotation.lock"

  /// Notes down that a rotation of `keybag` has begun, and what its TPM keeps for it: that has to
  /// go once the next one has taken over.
  static func mark(_ keybag: Keybag, in folder: KeychainFolder) throws(KeychainEngineError) {
    let isInTPM = keybag.deviceSlot.kind == .tpm2
    try folder.replace(
      markerName, with: (isInTPM ? keybag.deviceSlot.parameters : []).rawBytes)
  }

  /// Removes what was made for a next keychain.
  static func removeNext(in folder: KeychainFolder) throws(KeychainEngineError) {
    try removeNextKeybag(in: folder)
    try removeStrangers(in: folder)
  }

  /// Gives up what a rotation has made so far; call it with the lock of all who change keys.
  ///
  /// The next keybag goes before the list of what was written: a next keychain whose list has gone
  /// must never be filled further.
  ///
  /// - Parameter endLog: ends the list.
  static func giveUp(
    in folder: KeychainFolder, endLog: () throws(KeychainEngineError) -> Void
  ) throws(KeychainEngineError) {
    try removeNextKeybag(in: folder)
    // What was made goes first: where the disk is full, ending the list needs its room.
    try removeStrangers(in: folder)
    try WritersHeldBack.during(in: folder, endLog)
    try removeMarker(in: folder)
  }

  /// Removes what a rotation that has taken over, or was given up, did not come to remove; call it
  /// under the keychain's shared lock.
  ///
  /// What cannot be removed now is tried again by whoever opens the keychain next.
  ///
  /// - Parameter endLog: ends the list of what was written in the keychain in use.
  static func clean(
    in folder: KeychainFolder, endLog: () throws(KeychainEngineError) -> Void
  ) {
    do throws(KeychainEngineError) {
      guard try folder.stamp(of: markerName) != nil,
        try folder.stamp(of: NextKeychain.keybagName) == nil, folder.isWritable,
        let lock = try lock(in: folder, waitingAtMost: 0)
      else { return }
      defer { lock.unlock() }
      try cleanAlone(in: folder, endLog: endLog)
    } catch {}
  }

  /// The same for who holds the lock of all who change keys.
  static func cleanAlone(
    in folder: KeychainFolder, endLog: () throws(KeychainEngineError) -> Void
  ) throws(KeychainEngineError) {
    guard try folder.stamp(of: NextKeychain.keybagName) == nil else { return }
    // The keybag that took over may have been renamed by somebody who did not come to wait for the
    // disk; without it nothing but the files that go now would be a keychain.
    try folder.synchronize()
    try WritersHeldBack.during(in: folder, endLog)
    try folder.overwriteAndRemove(NextKeychain.keybagName + KeychainFolder.newSuffix)
    try removeStrangers(in: folder)
    // Until it has, whoever opens the keychain tries again.
    try releaseLast(in: folder)
    try removeMarker(in: folder)
  }

  /// Has the TPM delete what it kept for the keychain that was rotated, and not for the one in use.
  private static func releaseLast(in folder: KeychainFolder) throws(KeychainEngineError) {
    guard try folder.stamp(of: markerName) != nil else { return }
    let parameters = try folder.read(markerName, limit: KeybagCodec.largestFile)
    guard parameters.count > 0 else { return }
    let last = Keybag.DeviceSlot(kind: .tpm2, parameters: parameters.withBytes { $0.array })
    try DeviceKeys(of: folder).release(
      last, keeping: try KeybagCodec.read(Keybag.fileName, in: folder).keybag.deviceSlot)
  }

  /// The lock that all who change keys take; nil when somebody holds it for longer than those hold
  /// it who only clean.
  static func lock(
    in folder: KeychainFolder, waitingAtMost seconds: Double = 1
  ) throws(KeychainEngineError) -> File? {
    let lock = try folder.openLock(lockName)
    return try lock.lock(exclusive: true, waitingAtMost: seconds) ? lock : nil
  }

  /// The same lock, for who cannot do without.
  ///
  /// - Throws: `errSecNotAvailable` when somebody holds it.
  static func takeLock(in folder: KeychainFolder) throws(KeychainEngineError) -> File {
    guard let lock = try lock(in: folder) else {
      throw KeychainEngineError(
        .notAvailable, "another process is changing the keys of this keychain; try again later")
    }
    return lock
  }

  private static func removeMarker(in folder: KeychainFolder) throws(KeychainEngineError) {
    try folder.remove(markerName + KeychainFolder.newSuffix)
    try folder.remove(markerName)
  }

  private static func removeNextKeybag(in folder: KeychainFolder) throws(KeychainEngineError) {
    try folder.overwriteAndRemove(NextKeychain.keybagName + KeychainFolder.newSuffix)
    if let next = try? KeybagCodec.read(NextKeychain.keybagName, in: folder).keybag,
      let current = try? KeybagCodec.read(Keybag.fileName, in: folder).keybag
    {
      try? DeviceKeys(of: folder).release(next.deviceSlot, keeping: current.deviceSlot)
    }
    try folder.overwriteAndRemove(NextKeychain.keybagName)
    try folder.synchronize()
  }

  /// Overwrites and removes the databases and device keys that the keybag does not name.
  ///
  /// Overwriting reaches the bytes where the file system writes in place, and the disk does. The
  /// index of a log holds nothing of an item, and a process that has not noticed yet may have it
  /// mapped: it would take the log for a damaged one.
  private static func removeStrangers(in folder: KeychainFolder) throws(KeychainEngineError) {
    let keybag = try KeybagCodec.read(Keybag.fileName, in: folder).keybag
    let deviceKeyName = DeviceKeyFile.name(in: keybag.deviceSlot)
    // A database before what belongs to it: nobody finds half of it.
    for name in try folder.names().sorted() {
      if let database = DatabaseName.owner(of: name) {
        guard database != keybag.databaseName else { continue }
        if name == database + "-shm" {
          try folder.remove(name)
        } else {
          try folder.overwriteAndRemove(name)
        }
      } else if isDeviceKey(name), name != deviceKeyName {
        try folder.overwriteAndRemove(name)
      }
    }
  }

  private static func isDeviceKey(_ name: String) -> Bool {
    name.hasPrefix("device.")
      && (name.hasSuffix(".key") || name.hasSuffix(".key" + KeychainFolder.newSuffix))
  }
}
