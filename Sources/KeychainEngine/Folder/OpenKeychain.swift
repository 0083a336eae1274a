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
  let opener: KeybagOpener
  /// Whether there is something to unlock.
  private let hasLock: Bool
  private let connection: Connection
  private var files: Files?

  /// What a keychain in a folder holds on to; nil for one in memory.
  private struct Files {
    let folder: KeychainFolder
    let lock: File
    /// Where those queue who write.
    let queue: File
    var keybag: File.Status
    let keybagPath: String
  }

  /// How long a call waits for another process before it gives up, in seconds.
  static let longestWait = 5.0

  /// The page cache of the keychain's own database: large enough for the upper levels of its
  /// indexes, small enough to be emptied quickly after another process has written.
  static let cacheByteCount = 8 << 20

  /// Makes a keychain in memory.
  init(inMemory: Void) throws(KeychainEngineError) {
    let keychainID = RandomBytes.bytes(Keybag.identifierByteCount)
    let deviceKey = SharedSecret(SecretBytes.random(count: Keybag.deviceKeyByteCount))
    let file = KeybagMaker.makeFile(
      keychainID: keychainID, databaseName: "memory", deviceKey: deviceKey)
    opener = try KeybagOpener(try KeybagCodec.decode(file), deviceKey: deviceKey)
    do throws(SQLiteError) {
      connection = try Connection.inMemory()
      try connection.execute(Schema.creation)
    } catch {
      throw StoreFailure.translate(error)
    }
    hasLock = !opener.keybag.isOpen
    store = ItemStore(
      connection: connection, keys: try opener.keys(),
      classKeys: try opener.classKeys(try opener.openUnlockKey()))
    files = nil
  }

  /// Opens the keychain in `folder`; nil when there is none and `createIfMissing` is false.
  ///
  /// - Throws: `errSecNotAvailable` when the folder or a file is not the caller's alone or cannot
  ///   be used, `errSecInvalidKeychain`, `errSecDecode` or `errSecWrongSecVersion` when the files
  ///   are not sound. Nothing is changed then.
  init?(
    in folder: KeychainFolder, createIfMissing: Bool, unlocked: inout UnlockState
  ) throws(KeychainEngineError) {
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
    let queue = try folder.openLock(ExclusiveUse.queueName)
    guard try Self.takeShared(lock, after: queue) else { throw Self.busy }
    defer { lock.unlock() }
    guard let stamp = try folder.stamp(of: Keybag.fileName) else {
      throw KeychainEngineError(
        .notAvailable, "the file \(folder.path(of: Keybag.fileName)) has gone")
    }
    try KeychainCreation.removeStaleMarker(in: folder)
    opener = try KeybagOpener(reading: Keybag.fileName, in: folder)
    let keys = try opener.keys()
    let connection = try Self.openDatabase(opener.keybag.databaseName, in: folder, keys: keys)
    RotationRemains.clean(in: folder) { () throws(KeychainEngineError) in
      try Self.forgetChanges(connection)
    }
    self.connection = connection
    files = Files(
      folder: folder, lock: lock, queue: queue, keybag: stamp,
      keybagPath: folder.path(of: Keybag.fileName))
    hasLock = !opener.keybag.isOpen
    store = ItemStore(
      connection: connection, keys: keys,
      classKeys: try Self.classKeys(opener, &unlocked, try LockSignal.stamp(in: folder)))
  }

  /// The class keys that open without anybody, or with what this process has unlocked before.
  private static func classKeys(
    _ opener: KeybagOpener, _ unlocked: inout UnlockState, _ signal: File.Status?
  ) throws(KeychainEngineError) -> ClassKeys {
    if let key = try opener.openUnlockKey() { return try opener.classKeys(key) }
    if unlocked.isDue(signal) { unlocked.lock() }
    // A keybag with other keys is another lock: what opened the last one does not open it.
    if let key = unlocked.unlockKey, !opener.isAuthentic(under: key) { unlocked.lock() }
    unlocked.idleSeconds = opener.keybag.idleSeconds
    var keys = try opener.classKeys(unlocked.unlockKey)
    if let earlier = unlocked.classKeys { keys = keys.keeping(earlier) }
    unlocked.classKeys = keys
    return keys
  }

  private static let busy = KeychainEngineError(
    .notAvailable, "another process has kept the keychain to itself for 5 seconds; try again")

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
    _ unlocked: inout UnlockState, isWrite: Bool,
    _ body: (ItemStore, inout UnlockState) throws(KeychainEngineError) -> R
  ) throws(KeychainEngineError) -> R? {
    guard let files else { return try body(store, &unlocked) }
    guard try Self.takeShared(files.lock, after: isWrite ? files.queue : nil) else {
      throw Self.busy
    }
    defer { files.lock.unlock() }
    let stamp = try File.status(of: files.keybagPath)
    if stamp != files.keybag {
      guard let stamp, try isSameKeybag() else { return nil }
      // It was only touched: by somebody who kept others waiting, or who asked for a lock.
      self.files?.keybag = stamp
      if unlocked.isDue(try lockSignal()) { lock(&unlocked) }
    }
    if hasLock { try followLock(&unlocked) }
    return try body(store, &unlocked)
  }

  /// Whether the file has the content that was opened, whatever else is new about it.
  private func isSameKeybag() throws(KeychainEngineError) -> Bool {
    guard let files else { return true }
    return opener.isMade(of: try KeybagCodec.read(Keybag.fileName, in: files.folder))
  }

  /// Takes the shared lock; false when somebody else keeps it, or the queue, for too long.
  private static func takeShared(
    _ lock: File, after queue: File?
  ) throws(KeychainEngineError) -> Bool {
    if let queue, try !queue.lock(exclusive: false, waitingAtMost: longestWait) { return false }
    defer { queue?.unlock() }
    return try lock.lock(exclusive: false, waitingAtMost: longestWait)
  }

  /// Takes the keybag as it is now for the one that was opened; for who holds the lock of all who
  /// change it, and has only touched it.
  func followTouch() throws(KeychainEngineError) {
    guard let folder = files?.folder, let stamp = try folder.stamp(of: Keybag.fileName) else {
      return
    }
    files?.keybag = stamp
  }

  // MARK: Locking

  /// Locks when the time is up, or unlocks as others have done, before a call.
  ///
  /// That somebody asked for a lock shows by the keybag, which was touched then.
  private func followLock(_ unlocked: inout UnlockState) throws(KeychainEngineError) {
    if unlocked.isIdle { lock(&unlocked) }
    if !unlocked.isUnlocked { try unlockByOwnMeans(&unlocked) }
    unlocked.noteUse()
  }

  /// What tells one signal to lock from the next; nil before the first.
  func lockSignal() throws(KeychainEngineError) -> File.Status? {
    guard let files else { return nil }
    return try LockSignal.stamp(in: files.folder)
  }

  /// Tells every process that has the keychain unlocked to lock it.
  func sendLockSignal() throws(KeychainEngineError) {
    if let files { try LockSignal.send(in: files.folder) }
  }

  /// Wipes what a locked keychain does not have at hand.
  func lock(_ unlocked: inout UnlockState) {
    unlocked.lock()
    store.classKeys = store.classKeys.locked()
  }

  /// Takes the class keys that `key` opens.
  func unlock(
    _ unlocked: inout UnlockState, with key: SharedSecret, after signal: File.Status?
  ) throws(KeychainEngineError) {
    store.classKeys = try opener.classKeys(key)
    unlocked.classKeys = store.classKeys
    unlocked.unlock(with: key, after: signal, idleSeconds: opener.keybag.idleSeconds)
  }

  /// Unlocks with what needs nobody: a key that the user's other processes share, and the first
  /// time key files and credentials that are where the slots say.
  private func unlockByOwnMeans(_ unlocked: inout UnlockState) throws(KeychainEngineError) {
    let signal = try lockSignal()
    if let key = SharedUnlock.key(of: opener.keybag.keychainID), opener.isAuthentic(under: key) {
      return try unlock(&unlocked, with: key, after: signal)
    }
    guard !unlocked.hasTriedOwnMeans else { return }
    unlocked.hasTriedOwnMeans = true
    for credential in OwnMeans.credentials(
      for: opener.keybag, credentialsFolder: unlocked.credentialsFolder)
    {
      guard let (key, _) = try? UnlockSlots.open(opener, with: credential) else { continue }
      return try unlock(&unlocked, with: key, after: signal)
    }
  }

  /// Ends the list of what was written, which a rotation began.
  func forgetChanges() throws(KeychainEngineError) { try Self.forgetChanges(connection) }

  private static func forgetChanges(_ connection: Connection) throws(KeychainEngineError) {
    do throws(SQLiteError) { try ChangeLog(connection).end() } catch {
      throw StoreFailure.translate(error)
    }
  }
}
