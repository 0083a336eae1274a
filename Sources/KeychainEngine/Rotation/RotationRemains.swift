// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// The files that a rotation leaves behind: those of a next keychain that is never to be, and those
/// of the last one.
enum RotationRemains {
  /// Present from before a rotation makes its first file until its last one has gone.
  static let markerName = "keychain.rotating"
  /// Held by who rotates, or changes the keybag otherwise.
  static let lockName = "keychain.rotation.lock"

  /// Removes what was made for a next keychain.
  static func removeNext(in folder: KeychainFolder) throws(KeychainEngineError) {
    try folder.remove(NextKeychain.keybagName)
    try removeStrangers(in: folder)
  }

  /// Removes what a rotation that has taken over did not come to remove; call it under the
  /// keychain's shared lock.
  ///
  /// What cannot be removed now is tried again by whoever opens the keychain next.
  static func clean(in folder: KeychainFolder) {
    do throws(KeychainEngineError) {
      guard try folder.stamp(of: markerName) != nil, folder.isWritable,
        let lock = try lock(in: folder)
      else { return }
      defer { lock.unlock() }
      try cleanAlone(in: folder)
    } catch {}
  }

  /// The same for who holds the lock of all who change keys.
  static func cleanAlone(in folder: KeychainFolder) throws(KeychainEngineError) {
    guard try folder.stamp(of: NextKeychain.keybagName) == nil else { return }
    try removeStrangers(in: folder)
    try folder.remove(markerName)
  }

  /// The lock that all who change keys take; nil while somebody holds it.
  static func lock(in folder: KeychainFolder) throws(KeychainEngineError) -> File? {
    let lock = try folder.openLock(lockName)
    return try lock.lock(exclusive: true, waitingAtMost: 0) ? lock : nil
  }

  /// Overwrites and removes the databases and device keys that the keybag does not name.
  ///
  /// Overwriting reaches the bytes where the file system writes in place, and the disk does.
  private static func removeStrangers(in folder: KeychainFolder) throws(KeychainEngineError) {
    let keybag = try KeybagCodec.read(Keybag.fileName, in: folder).keybag
    let kept = [keybag.databaseName, DeviceKeyFile.name(in: keybag.deviceSlot)]
    for name in try folder.names() {
      let isDatabase = name.hasPrefix("keychain.") && name.contains(".db")
      let isDeviceKey = name.hasPrefix("device.") && name.hasSuffix(".key")
      guard isDatabase || isDeviceKey,
        !kept.contains(where: { name == $0 || name.hasPrefix($0 + "-") || name.hasPrefix($0 + ".") }
        )
      else { continue }
      try folder.overwriteAndRemove(name)
    }
  }
}
