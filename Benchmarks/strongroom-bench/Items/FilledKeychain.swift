// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainClient
import KeychainEngine
import KeychainRequests
import Secrets
import Security
import Synchronization

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
    let numbers = Atomic(0)
    let response = engine.addAll(for: Self.caller) {
      let number = numbers.wrappingAdd(1, ordering: .relaxed).oldValue
      return number < count ? Self.item(number) : nil
    }
    precondition(response.status.isSuccess, response.reason ?? "")
  }

  private static func item(_ number: Int) -> Request.Dictionary {
    [
      Request.Entry(.name(RequestKeys.itemClass), .text(ItemClass.genericPassword.rawValue)),
      Request.Entry(.service, .text(service(number))),
      Request.Entry(.account, .text(account(number))),
      Request.Entry(
        .name(RequestKeys.valueData),
        .secret(SharedSecret(copying: Array(password(number).utf8).rawBytes))),
    ]
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

  /// The service of what is added to a keychain after it was filled.
  static let added = "added"

  /// Adds an item that is not there yet, to the keychain in use.
  static func add(_ name: String, _ data: Data = Data(password(0).utf8)) {
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: added,
      kSecAttrAccount as String: name, kSecValueData as String: data,
    ]
    let status = SecItemAdd(item as CFDictionary, nil)
    precondition(status == errSecSuccess, "an item cannot be added: \(status)")
  }
}
