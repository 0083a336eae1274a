// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Security

/// What is to be done with an item that has an access control.
public enum LAAccessControlOperation: Int, Sendable {
  /// Storing an item.
  case createItem = 0
  /// Reading or changing an item.
  case useItem = 1
  /// Making a private key.
  case createKey = 2
  /// Signing with a private key.
  case useKeySign = 3
  /// Decrypting with a private key.
  case useKeyDecrypt = 4
  /// Agreeing on a key with a private key.
  case useKeyKeyExchange = 5

  var isCreation: Bool { self == .createItem || self == .createKey }

  /// What the access control demands for it; nil where it allows it to nobody.
  func demand(of control: AccessControl) -> AccessDemand? {
    switch self {
    // Keys that are used and never read have no entry for writing.
    case .createItem, .createKey: control.demand(for: control.isForUseOnly ? .attest : .encrypt)
    case .useItem: control.demand(for: .decrypt)
    case .useKeySign: control.demand(for: .sign)
    // A key that agrees on keys decrypts by that.
    case .useKeyDecrypt: control.demand(for: .decrypt) ?? control.demand(for: .computeKey)
    case .useKeyKeyExchange: control.demand(for: .computeKey)
    }
  }
}
