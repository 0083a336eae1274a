// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainRequests
internal import Synchronization

/// A write that waits for its turn.
///
/// Whoever has the store next carries out all that wait, in one transaction, so that many threads
/// wait for the disk once and not one after the other.
final class PendingWrite: Sendable {
  let operation: any Operation
  /// The process whose thread waits: a child after fork must not carry out what its parent will.
  let processID = getpid()
  private let answered = Mutex<Response?>(nil)

  init(_ operation: any Operation) { self.operation = operation }

  /// Nil until the write was carried out.
  var response: Response? {
    get { answered.withLock { $0 } }
    set { answered.withLock { $0 = newValue } }
  }
}
