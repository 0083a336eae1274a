// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// What the realm reads from.
extension RealmCore {
  /// Makes sure that there is a snapshot to read from.
  @inline(__always)
  func prepareToRead() {
    expectPlace()
    if guarding({ () throws(ObjectStoreError) in try takeSnapshot() }) == true {
      forgetEverything()
    }
  }

  /// - Returns: whether other connections have committed since the last snapshot.
  func takeSnapshot() throws(ObjectStoreError) -> Bool {
    if store.hasSnapshot || store.isWriting { return false }
    version = OpenRealms.commits(to: path)
    let isNewer = try store.ensureSnapshot()
    try expectKnownClasses()
    return isNewer
  }

  /// Takes a snapshot of what is newest.
  ///
  /// - Returns: whether other connections have committed since the last one.
  func readNewest() -> Bool {
    guard guarding({ () throws(ObjectStoreError) in try takeSnapshot() }) == true else {
      return false
    }
    forgetEverything()
    return true
  }

  /// Shows what is newest, and tells those who observe.
  ///
  /// - Returns: whether other connections have committed since the last snapshot.
  @discardableResult
  func renew() -> Bool {
    endSnapshot()
    let isNewer = readNewest()
    observation?.tell()
    return isNewer
  }

  func forgetEverything() {
    changes += 1
    for table in tables.values { table.noteChangeOfEverything() }
  }

  /// Gives the snapshot up: the next read sees what has been committed since.
  func endSnapshot() {
    expectPlace()
    guard !isFrozen else { return }
    frozen = nil
    for cursor in cursors.allObjects { cursor.settle() }
    store.endSnapshot()
    for table in tables.values { table.suspectEverything() }
  }

  /// Gives up the snapshot, a write transaction, and all objects.
  func invalidate() {
    expectPlace()
    if isFrozen {
      misuse("a frozen realm cannot be invalidated; let go of it, and of what it gave you")
    }
    if store.isWriting { cancelWrite() }
    endSnapshot()
    for table in tables.values { table.invalidate() }
    retired += tables.values
    tables = [:]
    programTables = [:]
  }

  /// A realm that stays as this one is now.
  ///
  /// It takes the connection, with the snapshot; this realm goes on with a new one.
  func freeze() -> RealmCore {
    expectPlace()
    if isFrozen { return self }
    if store.isWriting {
      misuse("a realm cannot be frozen in a write transaction; commit it first")
    }
    prepareToRead()
    if let frozen { return frozen }
    let made = guarding { () throws in
      guard let location else { throw Realm.Error(.fail, reason: "a realm without a file") }
      let fresh = try ObjectStore(try RealmFile.connect(to: location, configuration))
      let copy = RealmCore(
        store: store, configuration: configuration, confinement: .nowhere, isFrozen: true)
      copy.location = location
      copy.origin = confinement
      copy.frozenVersion = version
      return (fresh, copy)
    }
    guard let (fresh, copy) = made else { return self }
    OpenRealms.insert(copy)
    for cursor in cursors.allObjects { cursor.settle() }
    store = fresh
    forgetEverything()
    frozen = copy
    return copy
  }

  /// The live realm of the calling thread, or of where this one was frozen.
  func thaw() -> RealmCore {
    guard isFrozen else { return self }
    let place: Confinement =
      switch origin {
      case .queue(let queue)?: .queue(queue)
      case .actor(let actor)?: .actor(actor)
      default: .currentThread
      }
    guard
      let core = guarding({ () throws in try RealmFile.open(configuration, confinement: place) })
    else { misuse("a realm cannot be thawed: \(path) does not open") }
    return core
  }
}
