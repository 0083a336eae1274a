// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// Write transactions.
extension RealmCore {
  func beginWrite() throws {
    try expectWritable()
    if OpenRealms.isWriting(besides: self) {
      throw Realm.Error(
        .fail,
        reason:
          "\(path) cannot be written: another realm in this place is in a write transaction; end "
          + "that first",
        file: path)
    }
    do throws(ObjectStoreError) {
      try begin()
    } catch {
      throw Realm.Error(error, file: path)
    }
  }

  /// Begins a write transaction unless one is open or somebody else writes.
  func beginWriteAtOnce() throws -> Bool {
    if store.isWriting { return false }
    try expectWritable()
    do throws(ObjectStoreError) {
      try store.withoutWaiting { () throws(ObjectStoreError) in try begin() }
      return true
    } catch {
      if error.underlying?.code.primary == .busy { return false }
      throw Realm.Error(error, file: path)
    }
  }

  func begin() throws(ObjectStoreError) {
    frozen = nil
    for cursor in cursors.allObjects { cursor.settle() }
    let isNewer = try store.beginWrite()
    heldVersion.number = nil
    if isNewer { forgetEverything() } else { for table in tables.values { table.resume() } }
    for table in tables.values { table.noteBeginning() }
    do throws(ObjectStoreError) {
      try expectOwnVersion()
      try addClasses(tables.values.map(\.description))
    } catch {
      store.rollBack()
      throw error
    }
  }

  /// Runs `block` in the write transaction that is open, and ends it.
  func finishWrite<R>(_ block: () throws -> R) throws -> R {
    do {
      let result = try collectingFailures(block)
      // A block may have ended the transaction itself.
      if store.isWriting { try commitWrite() }
      return result
    } catch {
      if store.isWriting { cancelWrite() }
      throw error
    }
  }

  func expectWritable() throws {
    expectPlace()
    if isFrozen { misuse("a frozen realm cannot be changed; thaw what it gave you") }
    if configuration.readOnly { misuse("a realm that was opened read-only cannot be changed") }
    if store.isWriting { misuse("the realm is already in a write transaction") }
    guard let maximum = configuration.maximumNumberOfActiveVersions else { return }
    let versions = OpenRealms.activeVersions(of: path, besides: self)
    guard versions > maximum else { return }
    throw Realm.Error(
      .fail,
      reason:
        "\(path) cannot be written: it has \(versions) active versions, from the oldest that is in "
        + "use to the newest, and the configuration allows \(maximum); let go of frozen realms and "
        + "objects, and refresh the realms of other threads",
      file: path)
  }

  func commitWrite() throws {
    expectWriting()
    if let endOfTransaction { throw Realm.Error(endOfTransaction, file: path) }
    do throws(ObjectStoreError) {
      try store.commit()
    } catch {
      throw Realm.Error(error, file: path)
    }
    changes += 1
    for table in tables.values { table.rest() }
    // Before others hear of it, and begin to read.
    store.boundLog(of: path)
    OpenRealms.noteCommit(to: path)
    // One that stays where it is, stays at what it has written.
    if !autorefresh { _ = readNewest() }
    asyncWrites.schedule(self)
  }

  func cancelWrite() {
    expectWriting()
    store.rollBack()
    endOfTransaction = nil
    for table in tables.values { table.noteRollback() }
    // What has come meanwhile could not be told.
    OpenRealms.wake(path)
    asyncWrites.schedule(self)
  }
}
