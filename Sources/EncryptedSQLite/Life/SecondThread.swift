// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A thread beside the caller's, for work that two cores finish in half the time.
///
/// Joined before it goes.
final class SecondThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private var thread = pthread_t()
  private var isRunning = false

  /// Starts `body`, or does nothing where the system has no thread to give: the caller does all of
  /// the work then.
  init(_ body: @escaping @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, work.toOpaque())
    isRunning = status == 0
    if !isRunning { unsafe work.release() }
  }

  /// Waits for its end.
  func join() {
    if isRunning { _ = pthread_join(thread, nil) }
    isRunning = false
  }

  deinit { join() }
}
