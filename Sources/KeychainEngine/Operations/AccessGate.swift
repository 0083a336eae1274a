// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// Decides on the answers so far which items may be used, and notes down what is missing.
struct AccessGate {
  private let answers: Answers
  private var needs = Needs()
  private var refused: AccessControl.Operation?

  init(_ answers: Answers) { self.answers = answers }

  /// Whether `operations` on the item may happen now.
  mutating func admits(_ item: Item, for operations: [AccessControl.Operation]) -> Bool {
    guard let control = item.accessControl else { return true }
    let isSatisfied = admits(control, for: operations)
    // What is deleted is not read, so no password is needed for it.
    guard operations.contains(.decrypt), let lock = item.passwordLock,
      answers.passwordKeys[lock] == nil
    else { return isSatisfied }
    needs.locks.insert(lock)
    return false
  }

  /// Whether `operations` on an item with `control` may happen now, as far as a person has a say.
  mutating func admits(
    _ control: AccessControl, for operations: [AccessControl.Operation]
  ) -> Bool {
    var isSatisfied = true
    for operation in operations {
      let demand = control.demand(for: operation)
      if let demand, answers.evidence.satisfies(demand) { continue }
      isSatisfied = false
      if let demand { needs.add(demand) } else { refused = operation }
    }
    return isSatisfied
  }

  /// Whether somebody would have to be asked before the item may be read, by a call that has the
  /// program's password or not; also where nobody ever may read it.
  func asksPerson(for item: Item, hasPassword: Bool) -> Bool {
    guard let control = item.accessControl else { return false }
    guard let demand = control.demand(for: .decrypt), answers.evidence.satisfies(demand) else {
      return true
    }
    return item.passwordLock != nil && !hasPassword
  }

  /// What is missing for the items that were not admitted; nil when all were.
  ///
  /// - Throws: `errSecAuthFailed` where the access control of one allows nobody what was wanted.
  func missing() throws(KeychainEngineError) -> Needs? {
    if let refused {
      throw KeychainEngineError(
        .authFailed, "the access control of an item allows nobody to \(refused.words) it")
    }
    return needs.isEmpty ? nil : needs
  }
}

extension AccessControl.Operation {
  fileprivate var words: String {
    switch self {
    case .decrypt: "read"
    case .encrypt: "write"
    case .delete: "delete"
    case .sign, .computeKey, .decapsulate, .attest, .any: "use"
    }
  }
}
