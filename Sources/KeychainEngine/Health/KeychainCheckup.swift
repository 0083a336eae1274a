// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import Glibc
internal import KeychainRequests
internal import Secrets

/// Looks at a keychain from its folder down to every row, and changes nothing.
///
/// Goes on behind what is wrong as far as that can be, so that one look finds everything. Programs
/// may use the keychain meanwhile.
package enum KeychainCheckup {
  /// Examines the keychain in the folder at `path`.
  package static func examine(_ path: String) -> KeychainHealth {
    let folder = KeychainFolder(path: path)
    var health = KeychainHealth(path: path)
    FolderCheckup.examine(folder, &health)
    do throws(KeychainEngineError) {
      guard health.folder.exists, try isThere(folder, &health) else { return health }
    } catch {
      health.report(.folder, error.reason)
      return health
    }
    health.isThere = true
    do throws(KeychainEngineError) {
      let look = try SharedLook(at: folder)
      let opened = try look.once { () throws(KeychainEngineError) in try open(folder, &health) }
      guard let (keys, classKeys) = opened, let keybag = health.keybag else { return health }
      try examineDatabase(keybag.databaseName, folder, keys, &health)
      guard let database = health.database, mayOpen(database.verification) else { return health }
      do throws(KeychainEngineError) {
        try ItemCheckup(look, database, keys, classKeys).examine(&health)
      } catch {
        health.report(.items, error.reason)
      }
    } catch {
      health.report(.database, error.reason)
    }
    return health
  }

  private static func isThere(
    _ folder: KeychainFolder, _ health: inout KeychainHealth
  ) throws(KeychainEngineError) -> Bool {
    if try folder.stamp(of: Keybag.fileName) != nil { return true }
    if try KeychainCreation.hasLostKeybag(folder) {
      health.report(
        .keybag,
        "the keychain in \(folder.path) has lost its file \(Keybag.fileName); restore it from a backup"
      )
    }
    return false
  }

  // MARK: Keys

  /// Opens the keybag; nil, with the reason in the report, when that cannot be.
  private static func open(
    _ folder: KeychainFolder, _ health: inout KeychainHealth
  ) throws(KeychainEngineError) -> (KeybagKeys, ClassKeys)? {
    let decoded: KeybagCodec.Decoded
    do throws(KeychainEngineError) {
      let file = try read(Keybag.fileName, in: folder, limit: KeybagCodec.largestFile)
      decoded = try KeybagCodec.decode(file.withBytes { $0.array })
    } catch {
      health.report(.keybag, error.reason)
      return nil
    }
    let keybag = decoded.keybag
    health.keybag = KeychainHealth.KeybagState(
      generation: keybag.generation, databaseName: keybag.databaseName,
      slots: keybag.unlockSlots.map(\.kind), keyCount: keybag.keys.count)
    let device: DeviceSecrets
    do throws(KeychainEngineError) {
      if let name = DeviceKeyFile.name(in: keybag.deviceSlot) {
        let file = try read(name, in: folder, limit: 4096)
        device = .withoutTPM(
          SharedSecret(try DeviceKeyFile.decode(file, keychainID: keybag.keychainID)))
      } else {
        device = try DeviceKeys(of: folder).read(for: keybag)
      }
    } catch {
      health.report(.deviceKey, error.reason)
      return nil
    }
    do throws(KeychainEngineError) {
      let opener = try KeybagOpener(
        decoded, deviceKey: device.key, nonvolatile: device.nonvolatile)
      let keys = (try opener.keys(), try opener.classKeys(try unlockKey(opener)))
      health.keybag?.isSound = true
      return keys
    } catch {
      health.report(.keybag, error.reason)
      return nil
    }
  }

  /// What opens the keychain without anybody: nothing, or what the user's processes share.
  private static func unlockKey(
    _ opener: KeybagOpener
  ) throws(KeychainEngineError) -> SharedSecret? {
    if let key = try opener.openUnlockKey() { return key }
    guard let key = SharedUnlock.key(of: opener.keybag.keychainID), opener.isAuthentic(under: key)
    else { return nil }
    return key
  }

  /// Reads a file also where its permissions are not as they should be: that is told elsewhere.
  private static func read(
    _ name: String, in folder: KeychainFolder, limit: Int
  ) throws(KeychainEngineError) -> SecretBytes {
    guard try folder.stamp(of: name) != nil else {
      throw KeychainEngineError(
        .notAvailable,
        "the file \(folder.path(of: name)) is missing; without it the keychain cannot be opened: restore it from a backup"
      )
    }
    return try File(folder.path(of: name), flags: O_RDONLY).read(limit: limit)
  }

  // MARK: The database

  private static func examineDatabase(
    _ name: String, _ folder: KeychainFolder, _ keys: KeybagKeys, _ health: inout KeychainHealth
  ) throws(KeychainEngineError) {
    let path = folder.path(of: name)
    guard let status = try folder.stamp(of: name), status.byteCount > 0 else {
      throw KeychainEngineError(
        .notAvailable,
        "the keychain's database \(path) is missing or empty; restore it from a backup")
    }
    let verification: VerificationReport
    do throws(EncryptedSQLiteError) {
      verification = try EncryptedDatabase.verify(at: path, key: try keys.databaseKey())
    } catch {
      throw StoreFailure.translate(error)
    }
    health.database = KeychainHealth.DatabaseState(
      name: name, byteCount: status.byteCount,
      logByteCount: try folder.stamp(of: name + "-wal")?.byteCount ?? 0, verification: verification)
    for damage in DatabaseDamage.all(in: verification, of: path) {
      health.report(.database, damage)
    }
  }

  /// Whether opening the database leaves it as it is: recovery copies a damaged log aside, and puts
  /// pages back from a journal.
  private static func mayOpen(_ verification: VerificationReport) -> Bool {
    !verification.hasJournal && verification.log?.badFrames.isEmpty != false
      && verification.log?.isHeaderDamaged != true
  }
}
