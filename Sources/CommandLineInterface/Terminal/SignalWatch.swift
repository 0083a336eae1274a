// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The signal that arrived during a watch; 0 for none.
///
/// The handlers below may do nothing but store it.
private let caughtSignal = Atomic<CInt>(0)

/// Holds back the signals by which people and systems end or stop a program, so that the terminal
/// can be put in order before they take effect.
///
/// They are blocked except while ``waitForInput(on:)`` waits, so none can slip in between looking
/// and waiting. One watch at a time, and only in a program with one thread.
struct SignalWatch: ~Copyable {
  private static let watched = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  private var formerMask = sigset_t()
  private var formerActions: [(signal: CInt, action: sigaction)] = []

  init() {
    caughtSignal.store(0, ordering: .relaxed)
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    for signal in Self.watched {
      var former = sigaction()
      unsafe sigaction(signal, nil, &former)
      // What the parent had ignored, as nohup does, stays ignored.
      if unsafe unsafeBitCast(former.__sigaction_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        continue
      }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { caughtSignal.store($0, ordering: .relaxed) }
      unsafe sigemptyset(&action.sa_mask)
      unsafe sigaction(signal, &action, nil)
      formerActions.append((signal, former))
      unsafe sigaddset(&mask, signal)
    }
    unsafe sigprocmask(SIG_BLOCK, &mask, &formerMask)
  }

  /// Waits until `descriptor` can be read; false when a signal came first.
  func waitForInput(on descriptor: CInt) -> Bool {
    precondition(
      (0..<Int32(Int.bitWidth)).contains(descriptor),
      "a descriptor beyond the first word of the set")
    while caughtSignal.load(ordering: .relaxed) == 0 {
      var readable = fd_set()
      readable.__fds_bits.0 = 1 << Int(descriptor)
      var mask = formerMask
      if unsafe pselect(descriptor + 1, &readable, nil, nil, nil, &mask) != -1 || errno != EINTR {
        return true
      }
    }
    return false
  }

  /// Gives the signals back to those who had them; the one that arrived, if any, can then be raised
  /// anew.
  consuming func end() -> CInt? {
    for (signal, var action) in formerActions { unsafe sigaction(signal, &action, nil) }
    var mask = formerMask
    unsafe sigprocmask(SIG_SETMASK, &mask, nil)
    let signal = caughtSignal.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }
}
