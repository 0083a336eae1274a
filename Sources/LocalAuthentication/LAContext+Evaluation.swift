// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import KeychainRequests
internal import Synchronization

/// A question that is open, and whom to tell.
struct Evaluation: Sendable {
  let question: AuthenticationQuestion
  let reply: @Sendable (Bool, (any Error)?) -> Void
}

extension LAPolicy {
  fileprivate var inRequests: AuthenticationPolicy {
    switch self {
    case .deviceOwnerAuthentication: .owner
    case .deviceOwnerAuthenticationWithBiometrics: .biometry
    case .deviceOwnerAuthenticationWithCompanion: .companion
    case .deviceOwnerAuthenticationWithBiometricsOrCompanion: .biometryOrCompanion
    }
  }
}

extension LAContext {
  func refusal(_ policy: LAPolicy) -> LAError? {
    guard !state.withLock({ $0.isInvalidated }) else { return .make(.invalidContext) }
    do throws(AuthenticationFailure) {
      try authenticator.check(policy.inRequests)
      return nil
    } catch {
      return LAError(error)
    }
  }

  /// Asks on a thread of its own, and replies once.
  func begin(
    _ policy: LAPolicy, _ reason: String, _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    // Apple's framework raises an exception, which ends the program, too.
    precondition(!reason.isEmpty, "evaluatePolicy needs a localizedReason that is not empty")
    // Through the property, which a subclass may have overridden.
    let isForbidden = interactionNotAllowed
    let (cancelTitle, fallbackTitle) = (localizedCancelTitle, localizedFallbackTitle)
    let question = AuthenticationQuestion(
      policy.inRequests, reason: reason, cancelTitle: cancelTitle, fallbackTitle: fallbackTitle)
    let number: Int? = state.withLock { state in
      guard !state.isInvalidated, !isForbidden else { return nil }
      state.evaluationCount += 1
      state.evaluations[state.evaluationCount] = Evaluation(question: question, reply: reply)
      return state.evaluationCount
    }
    guard let number else {
      let isInvalidated = state.withLock { $0.isInvalidated }
      DispatchQueue.global().async {
        reply(false, LAError.make(isInvalidated ? .invalidContext : .notInteractive))
      }
      return
    }
    DispatchQueue.global().async { [self] in
      let failure = answer(to: question)
      // Nil when the context has been invalidated meanwhile, which has replied.
      guard let evaluation = state.withLock({ $0.evaluations.removeValue(forKey: number) }) else {
        return
      }
      evaluation.reply(failure == nil, failure)
    }
  }

  private func answer(to question: AuthenticationQuestion) -> LAError? {
    do throws(AuthenticationFailure) {
      try authenticator.check(question.policy)
      try authenticator.ask(question)
      return nil
    } catch {
      return LAError(error)
    }
  }
}
