// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Somebody who is to look when transactions have been committed to a file.
///
/// However often it is woken before it looks, it looks once.
final class CommitListener: Sendable {
  private let isAwake = Atomic<Bool>(false)
  private let post: @Sendable () -> Void

  /// - Parameter post: has the place of the listener look, soon.
  init(_ post: @escaping @Sendable () -> Void) { self.post = post }

  /// Says that there may be something new.
  func wake() {
    if !isAwake.exchange(true, ordering: .acquiringAndReleasing) { post() }
  }

  /// Says that the listener looks now: who comes later wakes it again.
  func look() { isAwake.store(false, ordering: .sequentiallyConsistent) }
}
