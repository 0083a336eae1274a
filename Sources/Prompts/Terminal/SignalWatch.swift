// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Holds back the signals by which people and systems end or stop a program, so that everything can
/// be put in order before they take effect.
///
/// Each is written into a pipe, so that none can slip in between looking and waiting, whichever
/// thread it reaches. One watch at a time.
package struct SignalWatch: ~Copyable {
  /// What ends a program or stops it, from a terminal or from outside.
  package static let endingOrStopping = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private let arrivals: Descriptor
  private let notes: Descriptor
  private var formerActions: [(signal: CInt, action: sigaction)] = []

  /// Begins to hold `signals` back.
  ///
  /// What the parent had ignored, as `nohup` does, stays ignored; but Ctrl-C must cancel a question
  /// also in a program that does not want to be ended by it.
  package init(_ signals: [CInt] = endingOrStopping) throws(PromptFailure) {
    let pipe = try Descriptor.pipe()
    pipe.first.neverBlock()
    pipe.second.neverBlock()
    arrivals = pipe.first
    notes = pipe.second
    strongroom_note_signals_to(notes.number)
    for signal in signals {
      var former = sigaction()
      unsafe sigaction(signal, nil, &former)
      let isIgnored =
        unsafe unsafeBitCast(former.__sigaction_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      if isIgnored, signal != SIGINT { continue }
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = strongroom_note_signal
      unsafe sigemptyset(&action.sa_mask)
      action.sa_flags = SA_RESTART
      unsafe sigaction(signal, &action, nil)
      formerActions.append((signal, former))
    }
  }

  /// A file that can be read once a signal has come.
  var descriptor: CInt { arrivals.number }

  /// Waits until `file` can be read; false when a signal came first.
  package func waitForInput(on file: CInt) -> Bool {
    while true {
      var files = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: file, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&files, 2, -1) >= 0 || errno != EINTR else { continue }
      return files[0].revents == 0
    }
  }

  /// Gives the signals back to those who had them, and says which came first, if any.
  package consuming func end() -> CInt? {
    for (signal, var action) in formerActions { unsafe sigaction(signal, &action, nil) }
    strongroom_note_signals_to(-1)
    var number: UInt8 = 0
    return unsafe read(arrivals.number, &number, 1) == 1 ? CInt(number) : nil
  }

  /// Lets `signal` take the effect that it has now.
  package static func deliver(_ signal: CInt) {
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    // To this thread, which then goes no further before it has taken effect; but where a thread of
    // its own waits for signals, the others block them, and it must go to the process.
    if unsafe sigismember(&mask, signal) == 1 {
      kill(getpid(), signal)
    } else {
      raise(signal)
    }
  }
}
