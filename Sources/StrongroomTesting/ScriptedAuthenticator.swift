// SPDX-License-Identifier: Apache-2.0

package import Dispatch
package import KeychainRequests
internal import Synchronization

/// A person who answers as a test wants it, and a device that writes down what it was asked.
///
/// It can be asked everything but what is `unavailable`; once its answers are used up, it withdraws
/// every question.
package final class ScriptedAuthenticator: Authenticator {
  package enum Answer: Sendable {
    case yes
    case no(AuthenticationFailure)
    /// Something that happens while the question is open, and then yes.
    case yesAfter(@Sendable () -> Void)
    /// Says nothing until the question is withdrawn.
    case silence
  }

  package let biometry: Biometry
  private let state: Mutex<State>
  /// Signalled with each question.
  package let questionArrived = DispatchSemaphore(value: 0)

  private struct State {
    var answers: [Answer]
    var unavailable: [AuthenticationPolicy: AuthenticationFailure]
    var biometryState: [UInt8]?
    var questions: [AuthenticationQuestion] = []
  }

  package init(
    _ answers: [Answer] = [], biometry: Biometry = .none, biometryState: [UInt8]? = nil,
    unavailable: [AuthenticationPolicy: AuthenticationFailure] = [:]
  ) {
    self.biometry = biometry
    state = Mutex(
      State(answers: answers, unavailable: unavailable, biometryState: biometryState))
  }

  /// Somebody whose device has a passcode and neither biometry nor a companion.
  package static func withPasscode(_ answers: [Answer] = []) -> ScriptedAuthenticator {
    ScriptedAuthenticator(
      answers,
      unavailable: [
        .biometry: .noBiometry, .companion: .noCompanion, .biometryOrCompanion: .noBiometry,
      ])
  }

  package var questions: [AuthenticationQuestion] { state.withLock { $0.questions } }

  package var biometryState: [UInt8]? {
    get { state.withLock { $0.biometryState } }
    set { state.withLock { $0.biometryState = newValue } }
  }

  /// What cannot be asked at all, and why.
  package var unavailable: [AuthenticationPolicy: AuthenticationFailure] {
    get { state.withLock { $0.unavailable } }
    set { state.withLock { $0.unavailable = newValue } }
  }

  /// Answers to come, after those that are left.
  package func willAnswer(_ answers: Answer...) { state.withLock { $0.answers += answers } }

  package func check(_ policy: AuthenticationPolicy) throws(AuthenticationFailure) {
    if let failure = unavailable[policy] { throw failure }
  }

  package func ask(_ question: AuthenticationQuestion) throws(AuthenticationFailure) {
    let answer = state.withLock { state in
      state.questions.append(question)
      return state.answers.isEmpty ? .no(.cancelledBySystem) : state.answers.removeFirst()
    }
    questionArrived.signal()
    switch answer {
    case .yes: return
    case .no(let failure): throw failure
    case .yesAfter(let action): action()
    case .silence:
      let withdrawn = DispatchSemaphore(value: 0)
      question.onWithdrawal { withdrawn.signal() }
      withdrawn.wait()
      throw .cancelledBySystem
    }
  }
}
