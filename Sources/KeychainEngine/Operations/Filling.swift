// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// Adds any number of items in one transaction, all of them or none.
///
/// One item is in memory at a time.
struct Filling: Operation {
  var makesKeychain: Bool { true }
  /// It has none; each item has its own.
  let query = Query(itemClass: .genericPassword)
  /// The next item, checked; nil after the last one.
  let next: @Sendable () throws(KeychainEngineError) -> Addition?

  init(_ next: @escaping @Sendable () throws(KeychainEngineError) -> Addition?) {
    self.next = next
  }

  /// - Throws: what the first item that cannot be added was refused for.
  func run(
    in store: ItemStore, with answers: Answers
  ) throws(KeychainEngineError) -> Outcome {
    try store.write { () throws(KeychainEngineError) in
      while let addition = try next() {
        guard case .answered = try addition.run(in: store, with: answers) else {
          throw KeychainEngineError(
            .interactionNotAllowed, "nobody is asked while many items are added")
        }
      }
      return .answered(Response())
    }
  }
}
