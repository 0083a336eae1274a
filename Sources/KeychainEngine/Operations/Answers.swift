// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// What a person and a program have given so far for one call.
struct Answers: Sendable {
  var evidence = AuthenticationEvidence()
  /// The keys that the program's password gave, by the lock that each belongs to.
  var passwordKeys: [PasswordLock: SharedSecret] = [:]
}

/// What a call still needs before it can be carried out.
struct Needs: Sendable {
  /// Each once, in the order of the items.
  private(set) var demands: [AccessDemand] = []
  var locks: Set<PasswordLock> = []
  /// Whether the keychain is locked.
  let unlocking: Bool

  init(unlocking: Bool = false) { self.unlocking = unlocking }

  mutating func add(_ demand: AccessDemand) {
    if !demands.contains(demand) { demands.append(demand) }
  }

  var isEmpty: Bool { demands.isEmpty && locks.isEmpty && !unlocking }
}

/// An operation, with the answers that there are so far.
struct Attempt: Sendable {
  let operation: any Operation
  let answers: Answers
}

/// What came of an attempt to carry out an operation.
enum Outcome: Sendable {
  case answered(Response)
  /// Nothing was changed, and the operation can start over once this is there.
  case needs(Needs)

  /// What comes of an error: a locked keychain may be unlocked.
  init(_ error: KeychainEngineError) {
    self = error.isLock ? .needs(Needs(unlocking: true)) : .answered(Response(error))
  }
}
