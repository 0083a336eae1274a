// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import ObjectStore

/// The write transactions of one realm that have been put off to its queue.
///
/// Used on that queue alone.
final class AsyncWrites {
  private struct Request {
    let id: UInt32
    let body: (RealmCore) -> Void
    let fail: (any Error) -> Void
  }

  private var requests: [Request] = []
  private var lastID: UInt32 = 0
  private var isScheduled = false
  private var isRunning = false

  /// How long to leave the queue to others while another connection writes.
  private static let pause = DispatchTimeInterval.milliseconds(5)

  /// Whether requests wait, or one is being run.
  var isBusy: Bool { isRunning || !requests.isEmpty }

  /// Puts off `body`, which is to run in a write transaction; `fail` is told if none can begin.
  func add(
    to core: RealmCore, _ body: @escaping (RealmCore) -> Void,
    orFail fail: @escaping (any Error) -> Void
  ) -> UInt32 {
    core.expectPlace()
    if core.isFrozen { misuse("a frozen realm cannot be changed; thaw what it gave you") }
    lastID += 1
    requests.append(Request(id: lastID, body: body, fail: fail))
    _ = Self.queue(of: core)
    schedule(core)
    return lastID
  }

  /// Calls `body` later.
  func call(_ core: RealmCore, _ body: @escaping () -> Void) -> UInt32 {
    lastID += 1
    let call = OnQueue { body() }
    Self.queue(of: core).async { call.body() }
    return lastID
  }

  func cancel(_ id: UInt32) { requests.removeAll { $0.id == id } }

  /// Sees to it that what waits is run once nothing else is being written.
  func schedule(_ core: RealmCore, afterPause: Bool = false) {
    guard !requests.isEmpty, !isScheduled, !core.store.isWriting else { return }
    isScheduled = true
    let next = OnQueue {
      self.isScheduled = false
      self.runNext(in: core)
    }
    let time = afterPause ? DispatchTime.now() + Self.pause : .now()
    Self.queue(of: core).asyncAfter(deadline: time) { next.body() }
  }

  private func runNext(in core: RealmCore) {
    // When a transaction ends, the realm comes back here.
    guard !requests.isEmpty, !core.store.isWriting else { return }
    do {
      guard try core.beginWriteAtOnce() else { return schedule(core, afterPause: true) }
      isRunning = true
      requests.removeFirst().body(core)
      isRunning = false
    } catch {
      requests.removeFirst().fail(error)
    }
    schedule(core)
  }

  private static func queue(of core: RealmCore) -> DispatchQueue {
    guard let queue = core.confinement.queue else {
      misuse(
        "a write cannot be put off: the realm belongs to no queue; open it with "
          + "Realm(configuration:queue:), or use asyncWrite of an actor's realm")
    }
    return queue
  }

  /// Work that leaves its queue only to come back to it.
  private struct OnQueue: @unchecked Sendable {
    let body: () -> Void
  }
}
