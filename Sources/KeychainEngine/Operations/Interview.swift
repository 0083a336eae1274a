// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// Gets the answers that a call needs, from the person and from the program.
///
/// It happens while nobody holds the store: a person may take a minute, and a password costs a
/// fifth of a second.
struct Interview: Sendable {
  private(set) var answers = Answers()
  private let session: AuthenticationSession
  private let password: SharedSecret?
  private let forbidsInteraction: Bool
  private let authenticator: any Authenticator
  private let interview: AccessInterview
  private let makeQuestion: @Sendable (AuthenticationPolicy) -> AuthenticationQuestion

  /// How often a call may be found to need something more, because its items change meanwhile.
  static let mostRounds = 20

  init(_ query: Query, authenticator: any Authenticator) {
    let context = query.authenticationContext
    let session = context?.session ?? AuthenticationSession()
    self.session = session
    answers.evidence = session.evidence
    password = context?.applicationPassword
    forbidsInteraction = query.forbidsInteraction
    let reasons = [query.operationPrompt, context?.reason].compactMap(\.self)
    let reason = reasons.first { !$0.isEmpty } ?? "use an item of the keychain"
    let makeQuestion: @Sendable (AuthenticationPolicy) -> AuthenticationQuestion = { policy in
      AuthenticationQuestion(
        policy, reason: reason, cancelTitle: context?.cancelTitle,
        fallbackTitle: context?.fallbackTitle, timeLimit: context?.timeLimit)
    }
    self.makeQuestion = makeQuestion
    interview = AccessInterview(authenticator, session: session, makeQuestion: makeQuestion)
    self.authenticator = authenticator
  }

  /// Asks for the passphrase of a locked keychain; whoever checks the answer unlocks it.
  ///
  /// - Throws: `errSecInteractionNotAllowed` at once where nobody may or can be asked, and when
  ///   nobody answers in time; `errSecUserCanceled`; `errSecAuthFailed` for wrong passphrases.
  func unlock() throws(KeychainEngineError) {
    guard !forbidsInteraction, authenticator.canAsk(.passphrase) else { throw .locked }
    do throws(AuthenticationFailure) {
      try session.ask(makeQuestion(.passphrase), of: authenticator)
    } catch {
      switch error {
      case .cancelledByPerson:
        throw KeychainEngineError(.userCanceled, "the keychain stays locked: the person cancelled")
      case .rejected:
        throw KeychainEngineError(
          .authFailed, "the keychain stays locked: what the person gave was not its passphrase")
      default: throw .locked
      }
    }
  }

  /// Gets what `needs` names into the answers.
  ///
  /// - Throws: `errSecUserCanceled`, `errSecAuthFailed` for a person or a password that is not the
  ///   right one, `errSecInteractionNotAllowed` where somebody would have to be asked and may not
  ///   be.
  mutating func get(_ needs: Needs) throws(KeychainEngineError) {
    if !needs.locks.isEmpty, password == nil { throw AccessFailure.noPassword }
    for demand in needs.demands where !session.evidence.satisfies(demand) {
      do throws(AuthenticationFailure) {
        if forbidsInteraction {
          // What nobody could ever show is not a matter of asking.
          try authenticator.checkExistence(of: demand)
          throw .nobodyToAsk
        }
        try interview.satisfy(demand)
      } catch {
        throw AccessFailure.error(for: error)
      }
    }
    answers.evidence = session.evidence
    guard let password else { return }
    for lock in needs.locks where answers.passwordKeys[lock] == nil {
      guard let key = try lock.open(with: password) else {
        throw KeychainEngineError(
          .authFailed, "the password that the LAContext has is not the one of the item")
      }
      answers.passwordKeys[lock] = key
    }
  }
}
