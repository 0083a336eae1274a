// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import KeychainRequests
internal import SQLite
internal import Secrets

/// A keychain that was opened: its store, and what tells whether its files are still the ones that
/// were opened.
///
/// Every use holds a shared lock on `keychain.lock` and compares the keybag's stamp, so that nobody
/// goes on writing into files that a rotation has replaced.
final class OpenKeychain {
  let store: ItemStore
  private let connection: Connection
  private let files: Files?

  /// What a keychain in a folder holds on to; nil for one in memory.
  private struct Files {
    let folder: KeychainFolder
    let lock: File
    let keybag: File.Status
  }

  /// How long a call waits for another process before it gives up, in seconds.
  static let longestWait = 5.0

  /// The page cache of the keychain's own database: large enough for the upper levels of its
  /// indexes, small enough to be emptied quickly after another process has written.
  static let cacheByteCount = 8 << 20

  /// Makes a keychain in memory.
  init(inMemory: Void) throws(KeychainEngineError) {
    let keychainID = RandomBytes.bytes(Keybag.identifierByteCount)
    let deviceKey = SecretBytes.random(count: Keybag.deviceKeyByteCount)
    let file = KeybagKeys.makeFile(
      keychainID: keychainID, databaseName: "memory", deviceKey: deviceKey)
    let keys = try KeybagKeys.open(try KeybagCodec.decode(file), deviceKey: deviceKey)
    do throws(SQLiteError) {
      connection = try Connection.inMemory()
      try connection.execute(Schema.creation)
    } catch {
      throw StoreFailure.translate(error)
    }
    store = ItemStore(connection: connection, keys: keys)
    files = nil
  }

  /// Opens the keychain in `folder`; nil when there is none and `createIfMissing` is false.
  ///
  /// - Throws: `errSecNotAvailable` when the folder or a file is not the caller's alone or cannot
  ///   be used, `errSecInvalidKeychain`, `errSecDecode` or `errSecWrongSecVersion` when the files
  ///   are not sound. Nothing is changed then.
  init?(in folder: KeychainFolder, createIfMissing: Bool) throws(KeychainEngineError) {
    if try !folder.exists() {
      guard createIfMissing else { return nil }
      try folder.create()
      // Somebody else may have made it in the meantime, for others to see.
      guard try folder.exists() else { return nil }
    }
    if try folder.stamp(of: Keybag.fileName) == nil {
      // A lost keybag is an error also for those who only look.
      let hasLostKeybag = try KeychainCreation.hasLostKeybag(folder)
      guard createIfMissing || hasLostKeybag else { return nil }
      try KeychainCreation.create(in: folder)
    }
    let lock = try folder.openLock()
    guard try lock.lock(exclusive: false, waitingAtMost: Self.longestWait) else { throw Self.busy }
    defer { lock.unlock() }
    guard let stamp = try folder.stamp(of: Keybag.fileName) else {
      throw KeychainEngineError(
        .notAvailable, "the file \(folder.path(of: Keybag.fileName)) has gone")
    }
    try KeychainCreation.removeStaleMarker(in: folder)
    let (keybag, keys) = try Self.openKeybag(in: folder)
    connection = try Self.openDatabase(keybag.databaseName, in: folder, keys: keys)
    store = ItemStore(connection: connection, keys: keys)
    files = Files(folder: folder, lock: lock, keybag: stamp)
  }

  private static let busy = KeychainEngineError(
    .notAvailable, "another process has kept the keychain to itself for 5 seconds; try again")

  private static func openKeybag(
    in folder: KeychainFolder
  ) throws(KeychainEngineError) -> (Keybag, KeybagKeys) {
    let file = try folder.read(Keybag.fileName, limit: KeybagCodec.largestFile)
    let decoded = try KeybagCodec.decode(file.withBytes { $0.array })
    guard try folder.stamp(of: DeviceKeyFile.name) != nil else {
      throw KeychainEngineError(
        .notAvailable,
        "the file \(folder.path(of: DeviceKeyFile.name)) is missing; without it the keychain cannot be opened: restore it from a backup"
      )
    }
    let deviceKey = try DeviceKeyFile.decode(
      try folder.read(DeviceKeyFile.name, limit: 4096), keychainID: decoded.keybag.keychainID)
    return (decoded.keybag, try KeybagKeys.open(decoded, deviceKey: deviceKey))
  }

  private static func openDatabase(
    _ name: String, in folder: KeychainFolder, keys: KeybagKeys
  ) throws(KeychainEngineError) -> Connection {
    let path = folder.path(of: name)
    guard let status = try folder.stamp(of: name), status.byteCount > 0 else {
      throw KeychainEngineError(
        .notAvailable,
        "the keychain's database \(path) is missing or empty; restore it from a backup: nothing was changed"
      )
    }
    do throws(EncryptedSQLiteError) {
      return try EncryptedDatabase.open(
        at: path, key: try keys.databaseKey(),
        options: DatabaseOptions(access: .readWrite, cacheByteCount: cacheByteCount))
    } catch {
      throw StoreFailure.translate(error)
    }
  }

  /// Runs `body` while nobody can replace the files; nil when they were replaced before, so that
  /// the caller opens anew.
  func use<R>(
    _ body: (ItemStore) throws(KeychainEngineError) -> R
  ) throws(KeychainEngineError) -> R? {
    guard let files else { return try body(store) }
    guard try files.lock.lock(exclusive: false, waitingAtMost: Self.longestWait) else {
      throw Self.busy
    }
    defer { files.lock.unlock() }
    guard try files.folder.stamp(of: Keybag.fileName) == files.keybag else { return nil }
    return try body(store)
  }
}
