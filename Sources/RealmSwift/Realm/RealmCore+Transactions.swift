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
    if try store.beginWrite() { forgetEverything() }
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
    let versions = OpenRealms.frozenVersions(of: path) + 1
    guard versions > maximum else { return }
    throw Realm.Error(
      .fail,
      reason:
        "a write to \(path) would make \(versions) active versions, and the configuration allows "
        + "\(maximum); let go of frozen realms and objects",
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
    OpenRealms.noteCommit(to: path)
    for table in tables.values { table.suspectEverything() }
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
