// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import KeychainRequests
internal import Synchronization

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
    // Through the properties, which a subclass may have overridden.
    let isForbidden = interactionNotAllowed
    let reuseDuration = touchIDAuthenticationAllowableReuseDuration
    let question = AuthenticationQuestion(
      policy.inRequests, reason: reason, cancelTitle: localizedCancelTitle,
      fallbackTitle: localizedFallbackTitle, timeLimit: .seconds(interactionTimeLimit))
    evaluate("evaluatePolicy", reason, reply) { [authenticator, session] in
      if reuseDuration > 0,
        authenticator.hasRecognised(by: question.policy, within: reuseDuration)
      {
        session.reuse(of: authenticator, within: reuseDuration)
        return nil
      }
      if isForbidden { return .make(.notInteractive) }
      do throws(AuthenticationFailure) {
        try session.ask(question, of: authenticator)
        return nil
      } catch {
        return LAError(error)
      }
    }
  }

  /// Runs `body` on a thread of its own, and replies once: with what it returns, or, when the
  /// context is invalidated meanwhile, not again.
  func evaluate(
    _ function: StaticString, _ reason: String,
    _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void,
    by body: @escaping @Sendable () -> LAError?
  ) {
    // Apple's framework raises an exception, which ends the program, too.
    precondition(!reason.isEmpty, "\(function) needs a localizedReason that is not empty")
    let number: Int? = state.withLock { state in
      guard !state.isInvalidated else { return nil }
      state.evaluationCount += 1
      state.evaluations[state.evaluationCount] = reply
      return state.evaluationCount
    }
    DispatchQueue.global().async { [self] in
      guard let number else { return reply(false, LAError.make(.invalidContext)) }
      let failure = body()
      // Nil when the context has been invalidated, which has replied.
      guard let reply = state.withLock({ $0.evaluations.removeValue(forKey: number) }) else {
        return
      }
      reply(failure == nil, failure)
    }
  }
}
