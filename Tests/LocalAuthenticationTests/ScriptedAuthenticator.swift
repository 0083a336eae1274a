// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainRequests
import Synchronization

/// Answers as a test wants it, and writes down what it was asked.
final class ScriptedAuthenticator: Authenticator {
  enum Answer: Sendable {
    case yes
    case no(AuthenticationFailure)
    /// Says nothing until the question is withdrawn.
    case silence
  }

  let biometry: Biometry
  /// What cannot be asked at all.
  let unavailable: [AuthenticationPolicy: AuthenticationFailure]
  private let answers: Mutex<[Answer]>
  private let asked = Mutex<[AuthenticationQuestion]>([])
  /// Signalled with each question.
  let questionArrived = DispatchSemaphore(value: 0)

  init(
    _ answers: [Answer] = [], biometry: Biometry = .none,
    unavailable: [AuthenticationPolicy: AuthenticationFailure] = [:]
  ) {
    self.answers = Mutex(answers)
    self.biometry = biometry
    self.unavailable = unavailable
  }

  var questions: [AuthenticationQuestion] { asked.withLock { $0 } }

  func check(_ policy: AuthenticationPolicy) throws(AuthenticationFailure) {
    if let failure = unavailable[policy] { throw failure }
  }

  func ask(_ question: AuthenticationQuestion) throws(AuthenticationFailure) {
    asked.withLock { $0.append(question) }
    questionArrived.signal()
    let answer = answers.withLock { $0.isEmpty ? .no(.cancelledBySystem) : $0.removeFirst() }
    switch answer {
    case .yes: return
    case .no(let failure): throw failure
    case .silence:
      let withdrawn = DispatchSemaphore(value: 0)
      question.onWithdrawal { withdrawn.signal() }
      withdrawn.wait()
      throw .cancelledBySystem
    }
  }
}
