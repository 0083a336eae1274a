// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a server gave to a program so that it is let in.
public struct Token: Codable, Equatable {
  public let value: String
  public let expiry: Date

  public init(value: String, expiry: Date) {
    self.value = value
    self.expiry = expiry
  }

  /// A token of random bytes, for servers that let the program choose.
  public static func random(expiry: Date) throws -> Token {
    var bytes = [UInt8](repeating: 0, count: 32)
    let status = SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes)
    guard status == errSecSuccess else { throw TokenStoreError(status: status) }
    return Token(value: Data(bytes).base64EncodedString(), expiry: expiry)
  }
}
