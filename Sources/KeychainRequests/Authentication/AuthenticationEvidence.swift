// SPDX-License-Identifier: Apache-2.0

/// By what a person has been recognised so far.
package struct AuthenticationEvidence: Hashable, Sendable {
  private var policies: Set<AuthenticationPolicy> = []
  /// Which fingers or faces the device knew when it recognised one; nil where it does not tell.
  private var biometryState: [UInt8]?

  package init() {}

  package mutating func add(_ policy: AuthenticationPolicy, biometryState: [UInt8]?) {
    policies.insert(policy)
    if policy != .passphrase, policy != .companion { self.biometryState = biometryState }
  }

  package func contains(_ policy: AuthenticationPolicy) -> Bool { policies.contains(policy) }

  /// Whether it is all that `demand` asks for.
  package func satisfies(_ demand: AccessDemand) -> Bool {
    let requirement = demand.requirement
    let missing = missing(from: demand)
    let left = requirement.count - (requirement.factors.count - missing.count)
    if left <= 0 { return true }
    // The person chose one of two; which, nobody knows.
    return left == 1
      && AuthenticationPolicy.choices.contains { choice in
        contains(choice.policy) && choice.offers(missing)
          && isBiometryCurrent(for: demand)
      }
  }

  /// The factors of `demand` that nothing shows yet.
  package func missing(from demand: AccessDemand) -> Set<AccessControl.Factor> {
    demand.requirement.factors.filter { factor in
      switch factor {
      case .presence:
        policies.isDisjoint(with: [.owner, .passphrase, .biometry])
      case .passcode: !contains(.passphrase)
      case .biometry: !contains(.biometry)
      case .currentBiometry: !(contains(.biometry) && isBiometryCurrent(for: demand))
      case .companion: !contains(.companion)
      }
    }
  }

  private func isBiometryCurrent(for demand: AccessDemand) -> Bool {
    !demand.requirement.factors.contains(.currentBiometry)
      || (biometryState != nil && biometryState == demand.biometryState)
  }
}
