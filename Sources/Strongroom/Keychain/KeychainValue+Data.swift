// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import Secrets

/// Data are kept as they are. `Data` cannot be wiped: for what must not stay in memory, use
/// `SecretBytes`.
extension Data: KeychainValue {
  /// A copy of the bytes.
  public func keychainBytes() -> SecretBytes { SecretBytes(copying: bytes) }

  /// Copies the bytes.
  public init?(keychainBytes bytes: RawSpan) { self = bytes.data }
}
