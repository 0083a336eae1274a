// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import Glibc
internal import KeychainRequests
internal import SQLite
internal import Secrets

/// Makes the files of a new keychain, so that a crash at any point leaves either no keychain or a
/// whole one.
///
/// Under the exclusive lock: the marker, the device key, the database, and last the keybag, whose
/// rename commits. While the marker lies there without a keybag, the other files are remains of an
/// attempt that never held an item.
enum KeychainCreation {
  private static let databaseName = DatabaseName.ofGeneration(1)

  /// Whether files of a keychain lie in `folder` that no creation left behind: then a keybag was
  /// lost.
  static func hasLostKeybag(_ folder: KeychainFolder) throws(KeychainEngineError) -> Bool {
    if try folder.stamp(of: KeychainFolder.creationMarkerName) != nil { return false }
    // After a rotation it has another number.
    return try folder.names().contains { DatabaseName.owner(of: $0) == $0 }
  }

  /// Removes the marker of a creation that was interrupted after its keybag was there.
  ///
  /// It must not lie on: if the keybag were lost one day, the marker would make a keychain full of
  /// items look like remains. Call it under the shared lock, when the keybag is there: whoever
  /// makes a keychain holds the exclusive one.
  ///
  /// - Throws: what keeps it from being removed, but for a folder that cannot be written, where
  ///   nothing can be lost.
  static func removeStaleMarker(in folder: KeychainFolder) throws(KeychainEngineError) {
    guard try folder.stamp(of: KeychainFolder.creationMarkerName) != nil, folder.isWritable else {
      return
    }
    try folder.remove(KeychainFolder.creationMarkerName)
  }

  /// Makes the keychain, unless another process was faster.
  ///
  /// - Throws: `errSecNotAvailable` when a database lies there without its keybag: it is not
  ///   touched.
  static func create(in folder: KeychainFolder) throws(KeychainEngineError) {
    let lock = try folder.openLock()
    guard try lock.lock(exclusive: true, waitingAtMost: OpenKeychain.longestWait) else {
      throw KeychainEngineError(
        .notAvailable, "another process has been making the keychain for 5 seconds; try again")
    }
    defer { lock.unlock() }
    if try folder.stamp(of: Keybag.fileName) != nil { return }
    guard try !hasLostKeybag(folder) else {
      throw KeychainEngineError(
        .notAvailable,
        "the keychain in \(folder.path) has lost its file \(Keybag.fileName); restore it from a backup: nothing was changed"
      )
    }
    try folder.replace(KeychainFolder.creationMarkerName, with: RawSpan())
    for suffix in ["", "-wal", "-shm", "-journal"] { try folder.remove(databaseName + suffix) }

    let keychainID = RandomBytes.bytes(Keybag.identifierByteCount)
    let deviceKey = SharedSecret(SecretBytes.random(count: Keybag.deviceKeyByteCount))
    let keybag = KeybagMaker.makeFile(
      keychainID: keychainID, databaseName: databaseName, deviceKey: deviceKey)
    let deviceKeyFile = DeviceKeyFile.encode(deviceKey: deviceKey.bytes, keychainID: keychainID)
    try deviceKeyFile.withBytes { (bytes) throws(KeychainEngineError) in
      try folder.replace(DeviceKeyFile.name, with: bytes)
    }
    try makeDatabase(
      in: folder,
      keys: try KeybagOpener(try KeybagCodec.decode(keybag), deviceKey: deviceKey).keys())
    try folder.synchronize()
    try folder.replace(Keybag.fileName, with: keybag.rawBytes)
    try folder.remove(KeychainFolder.creationMarkerName)
  }

  private static func makeDatabase(
    in folder: KeychainFolder, keys: KeybagKeys
  ) throws(KeychainEngineError) {
    let path = folder.path(of: databaseName)
    // SQLite gives new files the permissions it thinks fit, and the log and its index those of the
    // database.
    _ = try File(path, flags: O_RDWR | O_CREAT | O_EXCL)
    do {
      let connection = try EncryptedDatabase.open(at: path, key: try keys.databaseKey())
      try connection.transaction(.immediate) { try connection.execute(Schema.creation) }
      try connection.close()
    } catch let error as EncryptedSQLiteError {
      throw StoreFailure.translate(error)
    } catch let error as SQLiteError {
      throw StoreFailure.translate(error)
    } catch {
      throw KeychainEngineError(.internalError, "making the keychain's database failed")
    }
  }
}
