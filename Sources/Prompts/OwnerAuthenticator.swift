// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
package import Secrets

/// Recognises the owner of a keychain by its passphrase.
package struct OwnerAuthenticator: Authenticator {
  /// How often a person may try.
  package static let tries = 3

  private let prompt: any PassphrasePrompt
  private let subject: String
  private let timeLimit: Duration
  private let hasPassphrase: @Sendable () -> Bool
  private let isRight: @Sendable (borrowing SecretBytes) throws -> Bool

  /// - Parameters:
  ///   - prompt: the way to ask.
  ///   - subject: what the passphrase belongs to, as in «passphrase for the keychain».
  ///   - timeLimit: how long a person has for each try.
  ///   - hasPassphrase: whether there is a passphrase now.
  ///   - isRight: whether the bytes are the passphrase; what it throws ends the question, an
  ///     `AuthenticationFailure` as itself and anything else as `cancelledBySystem`.
  package init(
    prompt: any PassphrasePrompt, subject: String,
    timeLimit: Duration = PassphraseQuestion.usualTimeLimit,
    hasPassphrase: @escaping @Sendable () -> Bool,
    isRight: @escaping @Sendable (borrowing SecretBytes) throws -> Bool
  ) {
    self.prompt = prompt
    self.subject = subject
    self.timeLimit = timeLimit
    self.hasPassphrase = hasPassphrase
    self.isRight = isRight
  }

  package var biometry: Biometry { .none }

  package func check(_ policy: AuthenticationPolicy) throws(AuthenticationFailure) {
    switch policy {
    case .owner, .passphrase: break
    case .biometry, .biometryOrCompanion: throw .noBiometry
    case .companion: throw .noCompanion
    }
    guard hasPassphrase() else { throw .noPassphrase }
    guard prompt.canAsk else { throw .nobodyToAsk }
  }

  package func ask(_ question: AuthenticationQuestion) throws(AuthenticationFailure) {
    try check(question.policy)
    var asked = PassphraseQuestion(
      subject: subject, reason: question.reason, cancelTitle: question.cancelTitle,
      timeLimit: question.timeLimit ?? timeLimit, withdrawal: question.withdrawal)
    for triesLeft in (0..<Self.tries).reversed() {
      let complaint = try attempt(asked)
      guard let complaint else { return }
      asked.complaint =
        "\(complaint); \(triesLeft == 1 ? "one try is" : "\(triesLeft) tries are") left"
    }
    throw .rejected
  }

  /// Asks once; returns what is wrong with the answer, nil if it is right.
  private func attempt(_ question: PassphraseQuestion) throws(AuthenticationFailure) -> String? {
    let answer: SecretBytes
    do throws(PromptFailure) {
      answer = try prompt.ask(question)
    } catch {
      switch error.code {
      case .cancelled: throw .cancelledByPerson
      case .nobodyToAsk, .programFailed: throw .nobodyToAsk
      case .timedOut, .withdrawn: throw .cancelledBySystem
      case .tooLong, .notUTF8, .neverRepeated: return error.reason
      }
    }
    if question.withdrawal.hasHappened { throw .cancelledBySystem }
    do {
      return try isRight(answer) ? nil : "that is not the passphrase"
    } catch {
      throw error as? AuthenticationFailure ?? .cancelledBySystem
    }
  }
}
