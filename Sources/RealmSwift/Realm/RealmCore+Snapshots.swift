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
    frozen = nil
    let versions = OpenRealms.versions(of: path)
    // Before, so that no writer overlooks it.
    heldVersion.number = versions.commits
    seenNews = versions.news
    var isNewer = false
    do throws(ObjectStoreError) {
      isNewer = try store.ensureSnapshot()
      try expectKnownClasses()
    } catch {
      heldVersion.number = nil
      // The next time, this will not be new any more.
      if isNewer { forgetEverything() }
      throw error
    }
    if !isNewer { for table in tables.values { table.resume() } }
    scheduleRest()
    return isNewer
  }

  var hasSnapshot: Bool { store.hasSnapshot }

  /// How many commits are known of, if the snapshot lacks some of them.
  var unseenNews: Int? {
    let news = OpenRealms.versions(of: path).news
    return news == seenNews ? nil : news
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
    // Those who go over changes are told by commits alone, which do not move this realm.
    if isNewer, !autorefresh { OpenRealms.wake(path) }
    return isNewer
  }

  /// Shows what is newest where the realm goes on by itself, and tells those who observe.
  func goOn() {
    if autorefresh { renew() } else { _ = readNewest() }
  }

  /// Sees to it that the snapshot does not outlast what the place of the realm is doing.
  func scheduleRest() {
    guard autorefresh, !isFrozen, !isRestScheduled, let restSoon else { return }
    isRestScheduled = true
    restSoon()
  }

  /// Gives the snapshot up, where the realm goes on by itself: it keeps the log from being emptied,
  /// and nobody counts on it from one turn of a queue, an actor or the main run loop to the next.
  func rest() {
    if autorefresh, store.hasSnapshot, !isFrozen { endSnapshot() }
  }

  func setAutorefresh(_ isOn: Bool) {
    expectPlace()
    if isFrozen {
      if isOn { misuse("a frozen realm cannot go on to what is newest; thaw it") }
      return
    }
    autorefresh = isOn
    if isOn {
      if store.hasSnapshot { scheduleRest() }
      OpenRealms.wake(path)
    } else {
      prepareToRead()
    }
  }

  func forgetEverything() {
    changes += 1
    for table in tables.values { table.noteChangeOfEverything() }
  }

  /// Gives the snapshot up: the next read sees what has been committed since.
  func endSnapshot() {
    expectPlace()
    guard !isFrozen, store.hasSnapshot else { return }
    for cursor in cursors.allObjects { cursor.settle() }
    store.endSnapshot()
    heldVersion.number = nil
    for table in tables.values { table.rest() }
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
    // Nothing has been looked at since.
    if let frozen, !store.hasSnapshot { return frozen }
    prepareToRead()
    let made = guarding { () throws in
      guard let location else { throw Realm.Error(.fail, reason: "a realm without a file") }
      let fresh = try ObjectStore(try RealmFile.connect(to: location, configuration))
      let copy = RealmCore(
        store: store, configuration: configuration, confinement: .nowhere, isFrozen: true)
      copy.location = location
      copy.origin = confinement
      copy.heldVersion.number = heldVersion.number
      return (fresh, copy)
    }
    guard let (fresh, copy) = made else { return self }
    OpenRealms.insert(copy)
    for cursor in cursors.allObjects { cursor.settle() }
    store = fresh
    heldVersion.number = nil
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
