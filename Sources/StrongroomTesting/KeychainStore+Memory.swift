// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainClient
internal import KeychainEngine
internal import KeychainRequests
public import Strongroom

extension KeychainStore {
  /// Makes an empty keychain in memory, for one test; gone when nothing refers to it any more.
  ///
  /// It is the real engine without files, so it answers with the same errors as the real keychain.
  ///
  /// ```swift
  /// let mail = Keychain(service: "mail", in: .inMemory())
  /// ```
  ///
  /// - Parameter accessGroups: the groups of the program under test, the default one first; none
  ///   makes every call fail with `missingEntitlement`.
  public static func inMemory(accessGroups: [String] = ["tests"]) -> KeychainStore {
    let caller = Caller(
      userID: geteuid(), applicationIdentifier: accessGroups.first ?? "tests",
      accessGroups: .listed(accessGroups), evidence: .explicit)
    return KeychainStore(KeychainConnection(.embedded(.memory), caller: caller))
  }

  /// Makes a keychain that answers everything with `code`: to see what a program does when the
  /// keychain is locked (`interactionNotAllowed`) or out of reach (`notAvailable`).
  public static func failing(with code: KeychainError.Code) -> KeychainStore {
    KeychainStore(applicationIdentifier: "tests") { _ in
      Response(failure: Status(rawValue: code.rawValue), reason: "this keychain fails on purpose")
    }
  }
}
