// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Keeps a terminal from showing what is typed.
package enum HiddenEcho {
  private struct Shown {
    let terminal: CInt
    let modes: termios
  }

  /// The terminal that does not show now, for a thread that ends the program meanwhile.
  private static let hidden = Mutex<Shown?>(nil)
  private static let isRestoredAtExit: Void = {
    _ = atexit {
      HiddenEcho.hidden.withLock { if let shown = $0 { HiddenEcho.restore(shown) } }
    }
  }()

  /// Runs `body` while the terminal hides what is typed and collects it in lines; nil when the
  /// terminal does not do as it is told, or is another job's.
  ///
  /// What was typed before, or is typed and not read, is dropped: it could be half a passphrase
  /// that a shell would show. Nothing here waits for the terminal, nor is stopped by it: the thread
  /// blocks the signals by which it stops programs in the background.
  package static func during<R: ~Copyable, E: Error>(
    on terminal: CInt, _ body: () throws(E) -> R
  ) throws(E) -> R? {
    // The terminal of this process belongs to the job in the foreground, also its modes.
    let owner = tcgetpgrp(terminal)
    guard owner < 0 || owner == getpgrp() else { return nil }
    var modes = termios()
    guard unsafe tcgetattr(terminal, &modes) == 0 else { return nil }
    let shown = Shown(terminal: terminal, modes: modes)
    modes.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    modes.c_lflag |= tcflag_t(ICANON | ISIG)
    modes.c_iflag |= tcflag_t(ICRNL)

    var stopping = sigset_t()
    unsafe sigemptyset(&stopping)
    unsafe sigaddset(&stopping, SIGTTIN)
    unsafe sigaddset(&stopping, SIGTTOU)
    var formerMask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &stopping, &formerMask)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &formerMask, nil) }

    isRestoredAtExit
    hidden.withLock { $0 = shown }
    defer {
      hidden.withLock { $0 = nil }
      restore(shown)
    }
    guard unsafe tcsetattr(terminal, TCSANOW, &modes) == 0 else { return nil }
    tcflush(terminal, TCIFLUSH)
    return try body()
  }

  private static func restore(_ shown: Shown) {
    var modes = shown.modes
    unsafe tcsetattr(shown.terminal, TCSANOW, &modes)
    tcflush(shown.terminal, TCIFLUSH)
  }
}
