// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Somebody who is told of changes, in the place of one realm.
class Observer {
  let core: RealmCore
  private let active = Atomic<Bool>(true)

  init(_ core: RealmCore) { self.core = core }

  /// Whether he still wants to hear of it; anybody may say that he does not.
  final var isActive: Bool { active.load(ordering: .relaxed) }
  final func stop() { active.store(false, ordering: .relaxed) }

  /// Tells of what is new in the snapshot.
  func tell() {}

  /// Tells that there is something newer, which the realm does not show.
  func tellOfNews() {}

  /// Takes what there is, also in a transaction, for told.
  func skip() {}

  /// Makes told what is told now; for after a skip that was in vain.
  var restoration: () -> Void { {} }
}

/// What finds out what is new to somebody.
class ChangeTracker<Change> {
  let core: RealmCore
  /// Whether there will be nothing more to tell.
  final var isOver = false
  /// The realm's count of changes when it was looked at last.
  private var seen: Int?

  init(_ core: RealmCore) { self.core = core }

  /// What is new in the snapshot; nil for nothing.
  final func next() -> Change? {
    guard !isOver else { return nil }
    core.prepareToRead()
    // Not before anything was committed: the first time there is something to begin with.
    if seen == core.changes { return nil }
    seen = core.changes
    return find()
  }

  /// Compares what there is with what has been told.
  func find() -> Change? { nil }

  /// What is told when there is something newer that the realm does not show; nil for nothing.
  var notice: Change? { nil }

  /// Takes what there is for told, in the transaction that makes it.
  func skip() { _ = find() }

  /// Makes told what is told now.
  var restoration: () -> Void { {} }
}

/// Somebody with a function that is called.
final class CallbackObserver<Change>: Observer {
  private let tracker: ChangeTracker<Change>
  private let body: (Change) -> Void

  init(_ tracker: ChangeTracker<Change>, _ body: @escaping (Change) -> Void) {
    self.tracker = tracker
    self.body = body
    super.init(tracker.core)
  }

  override func tell() {
    let change = tracker.next()
    if tracker.isOver { stop() }
    if let change { body(change) }
  }

  override func tellOfNews() {
    if let notice = tracker.notice { body(notice) }
  }

  override func skip() { tracker.skip() }

  override var restoration: () -> Void {
    { [tracker = tracker, isOver = tracker.isOver, restore = tracker.restoration] in
      tracker.isOver = isOver
      restore()
    }
  }
}
