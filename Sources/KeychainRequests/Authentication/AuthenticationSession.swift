// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What a person has shown on one behalf, and the questions that are open there.
///
/// An `LAContext` has one for its life, so that nobody is asked twice for what they have shown; a
/// call without a context has one for itself.
package final class AuthenticationSession: Sendable {
  private struct State {
    var evidence = AuthenticationEvidence()
    var questions: [ObjectIdentifier: AuthenticationQuestion] = [:]
    var hasEnded = false
  }

  private let state = Mutex(State())

  package init() {}

  package var evidence: AuthenticationEvidence { state.withLock { $0.evidence } }

  /// Whether it stands for nothing any more.
  package var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Withdraws the open questions, and stands for nothing from now on.
  package func end() {
    let questions = state.withLock { state in
      defer { state = State(hasEnded: true) }
      return state.questions.values
    }
    for question in questions { question.withdraw() }
  }

  /// Asks, and keeps what the person has shown.
  ///
  /// - Throws: why it could not be asked, or did not show to be the owner; `cancelledBySystem` when
  ///   the session ended meanwhile.
  package func ask(
    _ question: AuthenticationQuestion, of authenticator: any Authenticator
  ) throws(AuthenticationFailure) {
    try authenticator.check(question.policy)
    let isOpen = state.withLock { state in
      if !state.hasEnded { state.questions[ObjectIdentifier(question)] = question }
      return !state.hasEnded
    }
    guard isOpen else { throw .cancelledBySystem }
    defer { state.withLock { _ = $0.questions.removeValue(forKey: ObjectIdentifier(question)) } }
    // What is enrolled is looked at before, so that nobody enrols in between.
    let biometryState = authenticator.biometryState
    try authenticator.ask(question)
    // Where there is no biometry, the owner was recognised by the passphrase.
    let isByPassphrase = question.policy == .owner && !authenticator.canAsk(.biometry)
    let isKept = state.withLock { state in
      guard !state.hasEnded else { return false }
      state.evidence.add(question.policy, biometryState: biometryState)
      if isByPassphrase { state.evidence.add(.passphrase, biometryState: nil) }
      return true
    }
    guard isKept else { throw .cancelledBySystem }
  }

  /// Takes over what the person has shown elsewhere within so many seconds.
  ///
  /// As on Apple's systems it stands for presence and biometry, never for the passphrase.
  package func reuse(of authenticator: any Authenticator, within seconds: Double) {
    guard seconds > 0 else { return }
    for policy in [AuthenticationPolicy.owner, .biometry]
    where authenticator.hasRecognised(by: policy, within: seconds) {
      let biometryState = authenticator.biometryState
      state.withLock { state in
        if !state.hasEnded { state.evidence.add(policy, biometryState: biometryState) }
      }
    }
  }
}

extension Authenticator {
  /// Whether somebody could be asked now.
  package func canAsk(_ policy: AuthenticationPolicy) -> Bool {
    do throws(AuthenticationFailure) {
      try check(policy)
      return true
    } catch {
      return false
    }
  }
}
