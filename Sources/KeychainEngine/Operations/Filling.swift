// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// Adds any number of items in one transaction, all of them or none.
///
/// One item is in memory at a time, beside the pages in which their names lie scattered.
struct Filling: Operation {
  var makesKeychain: Bool { true }
  /// It has none; each item has its own.
  let query = Query(itemClass: .genericPassword)
  var authenticationContext: AuthenticationContext? { nil }
  /// The next item, checked; nil after the last one.
  let next: @Sendable () throws(KeychainEngineError) -> Addition?

  /// The usual cache holds the indexes of some ten thousand items; beyond that each item reads and
  /// writes a page for each index.
  private static let cacheByteCount = 64 << 20

  init(_ next: @escaping @Sendable () throws(KeychainEngineError) -> Addition?) {
    self.next = next
  }

  /// - Throws: what the first item that cannot be added was refused for.
  func run(
    in store: ItemStore, with answers: Answers
  ) throws(KeychainEngineError) -> Outcome {
    try store.caching(Self.cacheByteCount) { () throws(KeychainEngineError) in
      try store.attempt { () throws(KeychainEngineError) in
        while let addition = try next() {
          let outcome = try addition.run(in: store, with: answers)
          if case .needs = outcome { return outcome }
        }
        return .answered(Response())
      }
    }
  }
}
