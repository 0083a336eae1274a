// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// A request that was checked, ready to be carried out.
protocol Operation: Sendable {
  /// Whether it changes the store, so that somebody must wait for the disk.
  var isWrite: Bool { get }
  /// Whether a missing keychain is made for it; otherwise nothing is found in it.
  var makesKeychain: Bool { get }

  var query: Query { get }
  /// That of the query, without a copy of the rest.
  var authenticationContext: AuthenticationContext? { get }

  /// Carries it out in `store`, all of it or nothing; where `answers` are not enough, nothing.
  func run(in store: ItemStore, with answers: Answers) throws(KeychainEngineError) -> Outcome
}

extension Operation {
  var isWrite: Bool { true }
  var makesKeychain: Bool { false }
}
