// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainClient
import KeychainEngine
import KeychainRequests
import Secrets
import Security

/// A keychain in a folder, filled with passwords of which every one has its own service and
/// account.
final class FilledKeychain {
  let count: Int
  let connection: KeychainConnection

  static let caller = Caller(
    userID: 0, applicationIdentifier: "bench", accessGroups: .listed(["bench"]),
    evidence: .explicit)

  init(at location: KeychainLocation, count: Int) {
    self.count = count
    let engine = KeychainEngine(location: location)
    connection = KeychainConnection(engine: engine, caller: Self.caller)
    for start in stride(from: 0, to: count, by: 1000) {
      let requests = (start..<min(start + 1000, count)).map { number in
        Request(
          .add,
          [
            Request.Entry(.name(RequestKeys.itemClass), .text(ItemClass.genericPassword.rawValue)),
            Request.Entry(.service, .text(Self.service(number))),
            Request.Entry(.account, .text(Self.account(number))),
            Request.Entry(
              .name(RequestKeys.valueData),
              .secret(SharedSecret(copying: Array(Self.password(number).utf8).rawBytes))),
          ])
      }
      let responses = engine.execute(requests, for: Self.caller)
      precondition(responses.allSatisfy { $0.status.isSuccess }, "the keychain cannot be filled")
    }
  }

  static func service(_ number: Int) -> String { "service \(number % 977)" }
  static func account(_ number: Int) -> String { "account \(number)" }
  static func password(_ number: Int) -> String { "password of account number \(number)" }

  /// The query for one item, as an app writes it.
  static func query(_ number: Int, attributes: Bool = false) -> CFDictionary {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service(number),
      kSecAttrAccount as String: account(number), kSecReturnData as String: true,
    ]
    if attributes { query[kSecReturnAttributes as String] = true }
    return query as CFDictionary
  }

  /// Puts this keychain in the place of the process's own while `body` runs.
  func use<R>(_ body: () throws -> R) rethrows -> R {
    try KeychainInUse.$connection.withValue(connection, operation: body)
  }

  /// Adds an item that is not there yet, to the keychain in use.
  static func add(_ name: String) {
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "added",
      kSecAttrAccount as String: name, kSecValueData as String: Data(password(0).utf8),
    ]
    let status = SecItemAdd(item as CFDictionary, nil)
    precondition(status == errSecSuccess, "an item cannot be added: \(status)")
  }
}
