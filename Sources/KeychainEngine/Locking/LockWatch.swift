// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Looks twice a second whether an unlocked keychain is to be locked, so that its keys are wiped
/// also in a process that does not use it.
///
/// A look is one `stat`. The thread ends with the engine, or once the keychain is locked.
enum LockWatch {
  private static let interval = timespec(tv_sec: 0, tv_nsec: 500_000_000)

  private final class Watched {
    weak let engine: KeychainEngine?
    init(_ engine: KeychainEngine) { self.engine = engine }
  }

  /// Starts a thread that looks after `engine`.
  ///
  /// - Returns: false when the system gives no thread; then the keys are wiped at the next call.
  static func start(for engine: KeychainEngine) -> Bool {
    var thread = pthread_t()
    let watched = unsafe Unmanaged.passRetained(Watched(engine))
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let watched = unsafe Unmanaged<Watched>.fromOpaque(argument).takeRetainedValue()
        // Signals are for the program's own threads.
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
        repeat {
          var interval = LockWatch.interval
          unsafe nanosleep(&interval, nil)
        } while watched.engine?.lockIfDue() == true
        return nil
      }, watched.toOpaque())
    guard status == 0 else {
      unsafe watched.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
