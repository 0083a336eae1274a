// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ObjectStore
internal import SQLite

/// What stands behind a `Realm`: one connection, used in one place, with the classes and objects
/// that are read through it.
@usableFromInline
final class RealmCore {
  /// The connection; another one once the realm has been frozen.
  var store: ObjectStore
  let configuration: Realm.Configuration
  let confinement: Confinement
  let isFrozen: Bool
  /// Keeps threads apart that use a frozen realm; nil for others, which one place uses.
  let lock: NSRecursiveLock?
  /// The realm that shows this one's snapshot for good.
  weak var frozen: RealmCore?
  /// The classes that the realm keeps; nil for all.
  let objectTypes: Set<ObjectIdentifier>?
  var tables: [TableKey: ObjectTable] = [:]
  /// Those of classes of the program once more: every link that is followed looks for one.
  var programTables: [ObjectIdentifier: ObjectTable] = [:]
  /// Tables whose objects have been given up.
  ///
  /// Objects point to them.
  var retired: [ObjectTable] = []
  /// The file; kept for as long as somebody uses it.
  var location: RealmLocation?
  var path: String { location?.path ?? configuration.path }
  /// The version that the realm shows.
  let heldVersion = HeldVersion()
  /// How many commits were known of when the snapshot was taken.
  var seenNews = 0
  /// Whether the realm goes on to what is newest by itself.
  var autorefresh = true
  /// Has the realm give its snapshot up when its place is done; nil where nobody can tell when
  /// that is.
  lazy var restSoon = confinement.visitor(of: WeakCore(core: self), inRunLoop: false) {
    $0.isRestScheduled = false
    $0.rest()
  }
  var isRestScheduled = false
  /// How often the realm may have come to show something newer.
  var changes = 0
  /// How often it has changed something that no table knows of.
  var unnotedChanges = 0
  /// Those who observe; nil while nobody does.
  var observation: Observation?
  /// Called when the last reference goes.
  var onClose: (() -> Void)?

  /// The first failure inside ``collectingFailures(_:)``.
  var failure: (any Error)?
  /// Why SQLite has taken back the transaction that the program believes to be in.
  var endOfTransaction: (any Error)?
  var collectors = 0

  /// The state of the file's classes, as the store numbers them, that was found to fit the
  /// program's.
  var knownGeneration = 0
  /// Where the realm was used that this one is frozen from.
  var origin: Confinement?
  /// Transactions that have been put off.
  let asyncWrites = AsyncWrites()
  /// Iterations that are under way.
  let cursors = WeakSet<ResultsCursor>()
  /// How deep the list or dictionary that is being written is inside others.
  var nestingDepth = 0
  /// What to do about an object whose primary key exists, in the addition that is under way.
  var updatePolicy = Realm.UpdatePolicy.error
  /// What is left to do of the addition that is under way.
  var postponed: [() -> Void] = []
  var isFinishing = false

  init(
    store: ObjectStore, configuration: Realm.Configuration, confinement: Confinement,
    isFrozen: Bool = false
  ) {
    self.store = store
    self.configuration = configuration
    self.confinement = confinement
    self.isFrozen = isFrozen
    lock = isFrozen ? NSRecursiveLock() : nil
    objectTypes = configuration.objectTypes.map { types in
      Set(ClassDescription.closure(of: types).map { ObjectIdentifier($0.type) })
    }
  }

  deinit {
    if store.isWriting { store.rollBack() }
    store.endSnapshot()
    onClose?()
  }

  // MARK: Rules

  func expectPlace() {
    if !confinement.holds { misuse(confinement.objection) }
  }

  func expectWriting() {
    expectPlace()
    if isFrozen { misuse("a frozen realm cannot be changed; thaw what it gave you") }
    if !store.isWriting {
      misuse(
        "cannot modify managed objects outside of a write transaction; wrap it in realm.write { }")
    }
  }

  // MARK: Failures

  /// Whether a read has failed since the outermost ``collectingFailures(_:)``.
  var hasFailed: Bool { failure != nil }

  /// Runs something that Realm's calls cannot throw about: a failure is kept for the call around it
  /// that can, and ends the program where there is none.
  func guarding<R, E: Error>(_ body: () throws(E) -> R) -> R? {
    lock?.lock()
    defer { lock?.unlock() }
    if let endOfTransaction {
      // What came now would be kept at once, without the transaction.
      fail(endOfTransaction)
      return nil
    }
    do throws(E) {
      return try body()
    } catch {
      if store.isWriting, !store.connection.isInTransaction { endOfTransaction = error }
      fail(error)
      return nil
    }
  }

  /// Runs something that only one thread may do at a time, where several may come.
  func locked<R>(_ body: () -> R) -> R {
    lock?.lock()
    defer { lock?.unlock() }
    return body()
  }

  func fail(_ error: any Error) {
    guard collectors > 0 else { misuse(Realm.Error(error, file: path).reason) }
    if failure == nil { failure = error }
  }

  /// Runs `body` and throws the first failure that happened inside, also when `body` has then
  /// thrown something of its own: it may have seen values that are none.
  ///
  /// Of the threads that use a frozen realm, one at a time; so each is told of its own failures.
  func collectingFailures<R>(_ body: () throws -> R) throws -> R {
    lock?.lock()
    defer { lock?.unlock() }
    let outer = failure
    failure = nil
    collectors += 1
    defer {
      collectors -= 1
      failure = outer
    }
    let result = Result { try body() }
    if let failure { throw Realm.Error(failure, file: path) }
    return try result.get()
  }
}
