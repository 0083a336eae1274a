// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// Takes the secret part of an item: data, and nothing that is merely like data.
enum SecretConversion {
  /// - Throws: `errSecParam` for anything but data.
  static func convert(
    _ value: Request.Value, for name: String
  ) throws(KeychainEngineError) -> SharedSecret {
    switch value {
    case .secret(let secret): return secret
    case .attribute(.bytes(let bytes)): return SharedSecret(copying: bytes.rawBytes)
    default:
      throw KeychainEngineError(.param, "\(name) takes data, not \(value.typeName)")
    }
  }
}
