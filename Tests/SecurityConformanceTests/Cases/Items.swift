// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// The dictionaries that cases start from.
enum Items {
  static var generic: Entries { [kSecClass: kSecClassGenericPassword] }
  static var internet: Entries { [kSecClass: kSecClassInternetPassword] }
  static var certificate: Entries { [kSecClass: kSecClassCertificate] }
  static var key: Entries { [kSecClass: kSecClassKey] }

  static var classes: [(name: String, entries: Entries)] {
    [("genp", generic), ("inet", internet), ("cert", certificate), ("keys", key)]
  }

  /// The query for one generic password.
  static func named(_ account: Any) -> Entries { generic + [kSecAttrAccount: account] }

  /// A generic password with a secret.
  static func password(_ account: Any = "ada", _ secret: String = "secret") -> Entries {
    named(account) + [kSecValueData: Data(secret.utf8)]
  }

  /// An internet password with a secret.
  static func login(_ server: Any, _ secret: String = "secret") -> Entries {
    internet + [kSecAttrServer: server, kSecValueData: Data(secret.utf8)]
  }

  static var returningData: Entries { [kSecReturnData: true] }
  static var returningAttributes: Entries { [kSecReturnAttributes: true] }
  static var returningReference: Entries { [kSecReturnPersistentRef: true] }
  static var all: Entries { [kSecMatchLimit: kSecMatchLimitAll] }
}

/// The four calls, for rules that hold for each of them.
enum AnyCall: String, CaseIterable {
  case add = "Add"
  case find = "CopyMatching"
  case update = "Update"
  case delete = "Delete"

  /// The call with `dictionary` as its query, or for Add as the attributes.
  func step(
    _ dictionary: Entries, _ status: OSStatus = errSecSuccess, as groups: [String]? = nil
  ) -> Step {
    switch self {
    case .add: .add(dictionary, status, as: groups)
    case .find: .find(dictionary, status, as: groups)
    case .update: .update(dictionary, [kSecAttrLabel: "changed"], status, as: groups)
    case .delete: .delete(dictionary, status, as: groups)
    }
  }
}
