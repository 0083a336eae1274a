// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainEngine
import KeychainRequests
import Testing

@testable import Security

/// Gives each test a keychain of its own in memory, for a program with the access groups `groups`.
struct MemoryKeychain: TestTrait, SuiteTrait, TestScoping {
  let groups: [String]
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let caller = Caller(
      userID: 1000, applicationIdentifier: "TEAM.app", accessGroups: .listed(groups),
      evidence: .explicit)
    try await KeychainInUse.$connection.withValue(
      KeychainConnection(.embedded(.memory), caller: caller)
    ) {
      try await function()
    }
  }
}

extension Trait where Self == MemoryKeychain {
  static var memoryKeychain: Self { MemoryKeychain(groups: ["TEAM.app", "TEAM.shared"]) }
  static func memoryKeychain(groups: [String]) -> Self { MemoryKeychain(groups: groups) }
}
