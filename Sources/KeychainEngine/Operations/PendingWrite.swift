// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainRequests
internal import Synchronization

/// A write that waits for its turn.
///
/// Whoever has the store next carries out all that wait, in one transaction, so that many threads
/// wait for the disk once and not one after the other.
final class PendingWrite: Sendable {
  let attempt: Attempt
  /// The process whose thread waits: a child after fork must not carry out what its parent will.
  let processID = getpid()
  private let answered = Mutex<Outcome?>(nil)

  init(_ attempt: Attempt) { self.attempt = attempt }

  /// Nil until the write was carried out.
  var outcome: Outcome? {
    get { answered.withLock { $0 } }
    set { answered.withLock { $0 = newValue } }
  }
}
