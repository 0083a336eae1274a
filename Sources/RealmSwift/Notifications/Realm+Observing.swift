// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

extension Realm {
  /// What somebody who observes a realm is told.
  public enum Notification: String, Sendable {
    /// The realm shows something newer than before.
    case didChange = "RLMRealmDidChangeNotification"
    /// There is something newer, which the realm does not show, for its ``Realm/autorefresh`` is
    /// false; ``Realm/refresh()`` goes there.
    case refreshRequired = "RLMRealmRefreshRequiredNotification"
  }

  /// What is called when a realm changes.
  public typealias NotificationBlock = (Notification, Realm) -> Void

  /// Calls `block` whenever the realm shows something newer: what it has committed itself, and what
  /// others have; or could, where it does not go on by itself.
  ///
  /// - Returns: what keeps the observation going: hold on to it.
  public func observe(_ block: @escaping NotificationBlock) -> NotificationToken {
    core.expectObservable()
    return NotificationToken(
      CallbackObserver(RealmTracker(core)) { [core = core] in block($0, Realm(core)) })
  }

  /// Runs `block` in a write transaction of which some observers hear nothing.
  ///
  /// What others have committed before is told to them first, perhaps in the transaction.
  ///
  /// - Returns: what `block` returns.
  /// - Throws: as ``write(_:)``.
  @discardableResult
  public func write<Result>(
    withoutNotifying tokens: [NotificationToken], _ block: () throws -> Result
  ) throws -> Result {
    let observers = tokens.compactMap(\.observer)
    if observers.contains(where: { $0.core !== core }) {
      misuse("a write can leave out observers of its own realm alone")
    }
    core.expectPlace()
    if !isInWriteTransaction { core.renew() }
    try core.beginWrite()
    for observer in observers where observer.isActive { observer.tell() }
    var restorations: [() -> Void] = []
    do {
      return try core.finishWrite {
        let result = try block()
        // Before the commit, so that nobody else's comes in between.
        restorations = observers.map(\.restoration)
        for observer in observers { observer.skip() }
        return result
      }
    } catch {
      for restore in restorations { restore() }
      throw error
    }
  }

  /// Keeps what was written, and has some observers hear nothing of it.
  ///
  /// Nor of what others had committed before the transaction began and they had not been told;
  /// ``write(withoutNotifying:_:)`` tells them that.
  ///
  /// - Throws: ``Error``; the transaction is then still open.
  public func commitWrite(withoutNotifying tokens: [NotificationToken]) throws {
    let observers = tokens.compactMap(\.observer)
    if observers.contains(where: { $0.core !== core }) {
      misuse("a write can leave out observers of its own realm alone")
    }
    core.expectWriting()
    let restorations = observers.map(\.restoration)
    for observer in observers { observer.skip() }
    do {
      try core.commitWrite()
    } catch {
      for restore in restorations { restore() }
      throw error
    }
  }
}

/// Whether a realm shows something newer.
final class RealmTracker: ChangeTracker<Realm.Notification> {
  private var told: Int

  override init(_ core: RealmCore) {
    told = core.changes
    super.init(core)
  }

  override func find() -> Realm.Notification? {
    guard core.changes != told else { return nil }
    told = core.changes
    return .didChange
  }

  override var notice: Realm.Notification? { .refreshRequired }

  // The commit counts as one.
  override func skip() { told = core.changes + 1 }

  override var restoration: () -> Void { { [told = told] in self.told = told } }
}
