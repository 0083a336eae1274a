// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// Decides on the answers so far which items may be used, and notes down what is missing.
struct AccessGate {
  /// What is to be done with an item.
  enum Use {
    case read
    /// An item is read and written anew as a whole, whatever changes of it.
    case change
    case delete

    fileprivate var operations: [AccessControl.Operation] {
      switch self {
      case .read: [.decrypt]
      case .change: [.decrypt, .encrypt]
      case .delete: [.delete]
      }
    }
  }

  private let answers: Answers
  private var needs = Needs()
  private var refused: AccessControl.Operation?

  init(_ answers: Answers) { self.answers = answers }

  /// Whether the item may be used so now.
  mutating func admits(_ item: Item, to use: Use) -> Bool {
    guard let conditions = item.conditions else { return true }
    let isSatisfied = admits(conditions.control, for: use.operations)
    // What is deleted is not read, so no password is needed for it.
    guard use != .delete, let lock = conditions.lock,
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
    guard let conditions = item.conditions else { return false }
    guard let demand = conditions.control.demand(for: .decrypt),
      answers.evidence.satisfies(demand)
    else { return true }
    return conditions.lock != nil && !hasPassword
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
