// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainRequests
internal import Secrets

/// A question that is being asked: what ends it early, and the waits that hear of it.
final class OpenQuestion {
  let deadline: Deadline
  private let wakeUp: WakeUp
  private let signals: CInt

  private init(_ deadline: Deadline, _ wakeUp: WakeUp, signals: CInt) {
    self.deadline = deadline
    self.wakeUp = wakeUp
    self.signals = signals
  }

  /// Asks by `body`, which puts everything in order before it returns, whatever happens.
  ///
  /// Only then a signal that came meanwhile takes effect. Whoever survives it finds the question
  /// cancelled, or, if it stopped the program and somebody continued it, asked again.
  static func ask(
    _ question: PassphraseQuestion, heeding signals: [CInt],
    _ body: (OpenQuestion) throws(PromptFailure) -> SecretBytes
  ) throws(PromptFailure) -> SecretBytes {
    let deadline = Deadline(after: question.timeLimit)
    let wakeUp = try WakeUp(question.withdrawal)
    defer { wakeUp.end() }
    try Turn.take(deadline, wakeUp)
    defer { Turn.giveBack() }
    while true {
      if question.withdrawal.hasHappened { throw .withdrawn }
      if deadline.milliseconds == 0 { throw .timedOut }
      let watch = try SignalWatch(signals)
      let open = OpenQuestion(deadline, wakeUp, signals: watch.descriptor)
      let answer: Result<SecretBytes, PromptFailure>
      do throws(PromptFailure) {
        answer = .success(try body(open))
      } catch {
        answer = .failure(error)
      }
      guard let signal = watch.end() else { return try answer.get() }
      SignalWatch.deliver(signal)
      if signal != SIGTSTP { throw .cancelled }
    }
  }

  /// What a wait ended with.
  enum Event { case ready, nothingYet }

  /// Waits until `file` can be read, or with `toWrite` be written; no longer than `slice`
  /// milliseconds at a time, which without a file is all that it waits for.
  ///
  /// - Throws: ``PromptFailure`` when the time limit is over, the question is withdrawn, or a
  ///   signal came.
  func wait(for file: CInt? = nil, toWrite: Bool = false, slice: CInt = .max)
    throws(PromptFailure) -> Event
  {
    while true {
      let rest = deadline.milliseconds
      var files = [
        pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        // A negative number is passed over.
        pollfd(fd: file ?? -1, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0),
      ]
      let count = unsafe poll(&files, nfds_t(files.count), min(rest, slice))
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw PromptFailure(
          .nobodyToAsk, "a person cannot be asked: \(SystemError.words(errno))")
      }
      if files[0].revents != 0 { throw .withdrawn }
      if files[1].revents != 0 { throw .cancelled }
      // Also where there is always something to read: a program that never ends its answer.
      if rest == 0 { throw .timedOut }
      if files[2].revents != 0 { return .ready }
      if count == 0, slice < rest { return .nothingYet }
    }
  }
}
