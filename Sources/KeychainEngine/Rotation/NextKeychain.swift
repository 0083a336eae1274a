// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import Glibc
internal import KeychainRequests
internal import SQLite
internal import Secrets

/// The keybag and the database that a rotation makes, until they take the place of the ones in use.
///
/// The keybag lies in `keybag.next`; renaming it is what counts. The database remembers how far it
/// was filled, so that a rotation that was interrupted goes on.
final class NextKeychain {
  static let keybagName = Keybag.fileName + ".next"

  /// Large enough for the indexes of some 100,000 items: rows come in an order that is none of
  /// theirs, and what does not fit is written again and again.
  private static let cacheByteCount = 64 << 20

  let opener: KeybagOpener
  let unlockKey: SharedSecret
  let store: ItemStore

  private let folder: KeychainFolder
  private let connection: Connection

  /// Tells it from any other: its first slot has a random name.
  var id: [UInt8] { opener.keybag.unlockSlots.first?.id ?? [] }

  /// Goes on with what lies in `folder`, if it was made for the same plan, and it was written down
  /// for it what others wrote since; otherwise begins anew.
  ///
  /// - Parameter loggedFor: the next keychain that the change log is kept for.
  init(
    after current: KeybagOpener, _ plan: RotationPlan, loggedFor: [UInt8]?,
    in folder: KeychainFolder
  ) throws(KeychainEngineError) {
    self.folder = folder
    if let earlier = try? Self.resume(after: current, plan, loggedFor: loggedFor, in: folder) {
      (opener, unlockKey, connection) = earlier
    } else {
      try RotationRemains.removeNext(in: folder)
      (opener, unlockKey) = try Self.makeKeybag(after: current, plan, in: folder)
      connection = try Self.makeDatabase(opener, in: folder)
    }
    store = ItemStore(
      connection: connection, keys: try opener.keys(), classKeys: try opener.classKeys(unlockKey))
  }

  private static func resume(
    after current: KeybagOpener, _ plan: RotationPlan, loggedFor: [UInt8]?,
    in folder: KeychainFolder
  ) throws(KeychainEngineError) -> (KeybagOpener, SharedSecret, Connection) {
    let opener = try KeybagOpener(reading: keybagName, in: folder)
    let keybag = opener.keybag
    let stale = KeychainEngineError(.param, "an interrupted rotation was for another plan")
    let isSameKey = opener.deviceKey.bytes.isEqual(to: current.deviceKey.bytes)
    let isKeptAsPlanned =
      switch plan.device {
      case .same: isSameKey && keybag.deviceSlot.kind == current.keybag.deviceSlot.kind
      case .newFile: !isSameKey && keybag.deviceSlot.kind == .file
      case .tpm2: !isSameKey && keybag.deviceSlot.kind == .tpm2
      }
    guard keybag.generation == current.keybag.generation + 1, isKeptAsPlanned,
      keybag.idleSeconds == current.keybag.idleSeconds,
      keybag.unlockSlots.count == max(1, plan.waysIn.count),
      keybag.unlockSlots.first?.id == loggedFor
    else { throw stale }
    var unlockKey = try opener.openUnlockKey()
    guard (unlockKey != nil) == plan.waysIn.isEmpty else { throw stale }
    var opened: Set<[UInt8]> = []
    for wayIn in plan.waysIn {
      let (key, slotID) = try UnlockSlots.open(opener, with: wayIn.credential)
      unlockKey = key
      opened.insert(slotID)
    }
    guard let unlockKey, opened.count == plan.waysIn.count else { throw stale }
    let connection = try openDatabase(opener, in: folder, .readWrite)
    guard let version = try? connection.number("PRAGMA user_version"), version == Schema.version
    else { throw stale }
    return (opener, unlockKey, connection)
  }

  private static func makeKeybag(
    after current: KeybagOpener, _ plan: RotationPlan, in folder: KeychainFolder
  ) throws(KeychainEngineError) -> (KeybagOpener, SharedSecret) {
    var keybag = current.keybag
    keybag.generation += 1
    keybag.databaseName = DatabaseName.ofGeneration(keybag.generation)
    let device = try DeviceKeys(of: folder).prepare(&keybag, plan, after: current)
    let deviceKey = device.key
    let unlockKey = SharedSecret(SecretBytes.random(count: Keybag.unlockKeyByteCount))
    keybag.unlockSlots = []
    for wayIn in plan.waysIn {
      keybag.unlockSlots.append(
        try UnlockSlots.make(
          for: wayIn.credential, cost: wayIn.cost, unlockKey: unlockKey, deviceKey: deviceKey,
          keychainID: keybag.keychainID, generation: keybag.generation))
    }
    if plan.waysIn.isEmpty {
      keybag.unlockSlots = [KeybagMaker.openSlot(for: unlockKey, in: keybag, deviceKey)]
    }
    KeybagMaker.addFreshKeys(
      to: &keybag, deviceKey, unlockKey, nonvolatile: device.nonvolatile)
    let file = KeybagMaker.file(of: keybag, deviceKey, unlockKey)
    try folder.replace(keybagName, with: file.rawBytes)
    return (
      try KeybagOpener(
        try KeybagCodec.decode(file), deviceKey: deviceKey, nonvolatile: device.nonvolatile),
      unlockKey
    )
  }

  private static func makeDatabase(
    _ opener: KeybagOpener, in folder: KeychainFolder
  ) throws(KeychainEngineError) -> Connection {
    let path = folder.path(of: opener.keybag.databaseName)
    _ = try File(path, flags: O_RDWR | O_CREAT | O_EXCL)
    let connection = try openDatabase(opener, in: folder, .readWriteCreate)
    do {
      try connection.transaction(.immediate) {
        try connection.execute(
          Schema.creation
            + "CREATE TABLE rotation_position(class TEXT PRIMARY KEY, row INTEGER NOT NULL) STRICT;"
        )
      }
      return connection
    } catch let error as SQLiteError {
      throw StoreFailure.translate(error)
    } catch {
      throw KeychainEngineError(.internalError, "making the next database failed")
    }
  }

  private static func openDatabase(
    _ opener: KeybagOpener, in folder: KeychainFolder, _ access: Connection.Access
  ) throws(KeychainEngineError) -> Connection {
    let keys = try opener.keys()
    do throws(EncryptedSQLiteError) {
      return try EncryptedDatabase.open(
        at: folder.path(of: opener.keybag.databaseName), key: try keys.databaseKey(),
        options: DatabaseOptions(access: access, cacheByteCount: cacheByteCount))
    } catch {
      throw StoreFailure.translate(error)
    }
  }

  // MARK: Filling

  /// How far the rows of `itemClass` were carried over; nil once all of them were, and only what
  /// was written since is missing.
  func position(of itemClass: ItemClass) throws(KeychainEngineError) -> Int64? {
    do throws(SQLiteError) {
      let isFilled = try connection.number(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'rotation_position'")
      guard isFilled != 0 else { return nil }
      return try connection.number(
        "SELECT row FROM rotation_position WHERE class = '\(itemClass.rawValue)'") ?? 0
    } catch {
      throw StoreFailure.translate(error)
    }
  }

  /// Puts rows of `itemClass` there, on the disk when it returns, and that it has come so far.
  func fill(
    _ rows: [TransferredRow], of itemClass: ItemClass
  ) throws(KeychainEngineError) {
    guard let last = rows.last else { return }
    try store.write { () throws(KeychainEngineError) in
      for row in rows where isKept(row) { try store.put(row) }
      do throws(SQLiteError) {
        try connection.execute(
          "INSERT OR REPLACE INTO rotation_position VALUES('\(itemClass.rawValue)', \(last.number))"
        )
      } catch {
        throw StoreFailure.translate(error)
      }
    }
  }

  /// Does once more what was done to rows since: those that have gone, go.
  func follow(
    _ changes: [(entry: ChangeLog.Entry, row: TransferredRow?)]
  ) throws(KeychainEngineError) {
    try store.write { () throws(KeychainEngineError) in
      for (entry, row) in changes {
        if let row, isKept(row) {
          try store.put(row)
        } else {
          try store.delete(entry.row, of: entry.itemClass)
        }
      }
    }
  }

  /// Items that take a passcode end with the last passphrase.
  func isKept(_ row: TransferredRow) -> Bool {
    guard row.place.protection == ProtectionClass.whenPasscodeSetThisDeviceOnly.number else {
      return true
    }
    if case .missing = store.classKeys.current(.whenPasscodeSetThisDeviceOnly) { return false }
    return true
  }

  // MARK: Taking over

  /// Closes the database, complete and on the disk.
  func close() throws(KeychainEngineError) {
    do throws(SQLiteError) {
      try connection.execute("DROP TABLE IF EXISTS rotation_position")
      try connection.close()
    } catch {
      throw StoreFailure.translate(error)
    }
    try folder.synchronize()
  }

  /// Takes the place of the keychain in use: the one step that counts.
  func takeOver() throws(KeychainEngineError) {
    let last = folder.path(of: Keybag.fileName)
    let byteCount = try folder.stamp(of: Keybag.fileName)?.byteCount ?? 0
    let replaced = try File(last, flags: O_WRONLY | O_NOFOLLOW)
    try File.rename(folder.path(of: Self.keybagName), to: last)
    try folder.synchronize()
    // As far as the file system lets it: it is done without.
    try? replaced.overwrite(byteCount: byteCount)
  }
}
