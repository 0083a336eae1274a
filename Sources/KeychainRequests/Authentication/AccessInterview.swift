// SPDX-License-Identifier: Apache-2.0

/// Asks a person for what access controls demand, one question after the other, and nothing that it
/// has shown already.
package struct AccessInterview: Sendable {
  private let authenticator: any Authenticator
  private let session: AuthenticationSession
  private let makeQuestion: @Sendable (AuthenticationPolicy) -> AuthenticationQuestion

  /// Puts questions to `authenticator`, and what the person shows into `session`.
  package init(
    _ authenticator: any Authenticator, session: AuthenticationSession,
    makeQuestion: @escaping @Sendable (AuthenticationPolicy) -> AuthenticationQuestion
  ) {
    self.authenticator = authenticator
    self.session = session
    self.makeQuestion = makeQuestion
  }

  /// Asks until `demand` is satisfied.
  ///
  /// Rejections are final: how often somebody may try is the authenticator's matter.
  package func satisfy(_ demand: AccessDemand) throws(AuthenticationFailure) {
    var declined: Set<AuthenticationPolicy> = []
    for _ in 0..<Self.mostQuestions {
      if session.evidence.satisfies(demand) { return }
      let policy = try authenticator.nextPolicy(
        for: demand, after: session.evidence, except: declined)
      do throws(AuthenticationFailure) {
        try session.ask(makeQuestion(policy), of: authenticator)
      } catch {
        guard error == .fallbackChosen else { throw error }
        declined.insert(policy)
      }
    }
    // Whoever answers right so often and yet not enough has a device that keeps changing.
    throw .nobodyEnrolled
  }

  private static let mostQuestions = 20
}

extension Authenticator {
  /// Whether the device has what `demand` asks for, or why not; whether somebody could be asked now
  /// makes no difference.
  package func checkExistence(of demand: AccessDemand) throws(AuthenticationFailure) {
    var count = 0
    var failure: AuthenticationFailure?
    for factor in AccessControl.Factor.inOrder where demand.requirement.factors.contains(factor) {
      do throws(AuthenticationFailure) {
        try checkNow(factor, demand)
        count += 1
      } catch .nobodyToAsk, .biometryLocked {
        count += 1
      } catch {
        failure = failure ?? error
      }
    }
    if count < demand.requirement.count { throw failure ?? .cancelledBySystem }
  }

  private func checkNow(
    _ factor: AccessControl.Factor, _ demand: AccessDemand
  ) throws(AuthenticationFailure) {
    try check(factor.policy)
    if factor == .currentBiometry, biometryState == nil || biometryState != demand.biometryState {
      throw .nobodyEnrolled
    }
  }

  /// By what to ask the person next.
  ///
  /// - Throws: why too few of the factors can be asked for; `fallbackChosen` when it is because the
  ///   person declined.
  package func nextPolicy(
    for demand: AccessDemand, after evidence: AuthenticationEvidence,
    except declined: Set<AuthenticationPolicy>
  ) throws(AuthenticationFailure) -> AuthenticationPolicy {
    let requirement = demand.requirement
    let missing = evidence.missing(from: demand)
    let left = requirement.count - (requirement.factors.count - missing.count)
    var available: [AccessControl.Factor] = []
    var failure: AuthenticationFailure?
    for factor in AccessControl.Factor.inOrder where missing.contains(factor) {
      do throws(AuthenticationFailure) {
        try checkNow(factor, demand)
        if declined.contains(factor.policy) { throw .fallbackChosen }
        available.append(factor)
      } catch {
        failure = failure ?? error
      }
    }
    guard let first = available.first, available.count >= left else {
      throw failure ?? .cancelledBySystem
    }
    let choice = AuthenticationPolicy.choices.first { choice in
      left == 1 && choice.offers(Set(available)) && !declined.contains(choice.policy)
        && canAsk(choice.policy)
    }
    return choice?.policy ?? first.policy
  }
}

extension AuthenticationPolicy {
  /// A policy that leaves it to the person by which of two factors to be recognised.
  struct Choice {
    let policy: AuthenticationPolicy
    let other: AccessControl.Factor

    /// Whether both are among `factors`.
    func offers(_ factors: Set<AccessControl.Factor>) -> Bool {
      factors.contains(other) && !factors.isDisjoint(with: [.biometry, .currentBiometry])
    }
  }

  static let choices = [
    Choice(policy: .owner, other: .passcode),
    Choice(policy: .biometryOrCompanion, other: .companion),
  ]
}

extension AccessControl.Factor {
  /// What is least trouble for the person comes first.
  fileprivate static let inOrder: [Self] = [
    .presence, .biometry, .currentBiometry, .companion, .passcode,
  ]

  /// The question that shows the factor.
  fileprivate var policy: AuthenticationPolicy {
    switch self {
    case .presence: .owner
    case .passcode: .passphrase
    case .biometry, .currentBiometry: .biometry
    case .companion: .companion
    }
  }
}
