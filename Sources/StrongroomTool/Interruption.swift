// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import Glibc

/// What happens when a person or the system ends the program in the middle of writing a file: the
/// unfinished one is removed first.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Watches for the signals from now on.
  ///
  /// Call it before there is a second thread. They are blocked, and a thread of its own waits for
  /// them, as a handler could do next to nothing.
  static func cleanUp() {
    var watched = sigset_t()
    unsafe sigemptyset(&watched)
    for signal in signals {
      var action = sigaction()
      unsafe sigaction(signal, nil, &action)
      // What the parent had ignored, as nohup does, stays ignored.
      let isIgnored =
        unsafe unsafeBitCast(action.__sigaction_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      if !isIgnored { unsafe sigaddset(&watched, signal) }
    }
    unsafe pthread_sigmask(SIG_BLOCK, &watched, nil)
    var thread = pthread_t()
    unsafe pthread_create(&thread, nil, { _ in unsafe Interruption.wait() }, nil)
  }

  private static func wait() -> UnsafeMutableRawPointer? {
    var (blocked, watched) = (sigset_t(), sigset_t())
    unsafe pthread_sigmask(SIG_BLOCK, nil, &blocked)
    unsafe sigemptyset(&watched)
    for signal in signals where unsafe sigismember(&blocked, signal) == 1 {
      unsafe sigaddset(&watched, signal)
    }
    var signal: CInt = 0
    while unsafe sigwait(&watched, &signal) != 0 {}
    UnfinishedFiles.abandon()
    // Ends as if nothing had been caught, so that a shell sees why.
    unsafe sigemptyset(&watched)
    unsafe sigaddset(&watched, signal)
    kill(getpid(), signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &watched, nil)
    return nil
  }
}
