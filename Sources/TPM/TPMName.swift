// SPDX-License-Identifier: Apache-2.0

/// The name of something in a TPM: `000b` for SHA-256, and the digest of its public area.
///
/// Of a storage key it names the TPM itself: no other makes a key with that name, and only it can
/// take part in a session salted for that key. Clearing the TPM gives it another one.
package struct TPMName: Equatable, Sendable {
  package let bytes: [UInt8]

  static let byteCount = 34

  /// Takes `bytes` if they have the form of a name.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes.starts(with: [0x00, 0x0B]) else { return nil }
    self.bytes = bytes
  }
}

extension FieldReader {
  mutating func name() throws(TPMError) -> TPMName {
    guard let name = TPMName(try counted()) else { throw damage }
    return name
  }
}
