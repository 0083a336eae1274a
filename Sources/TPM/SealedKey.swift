// SPDX-License-Identifier: Apache-2.0

/// A key that only one TPM can open: what ``TPMDevice/seal(_:expecting:)`` returns, to be kept in a
/// file that anybody may read.
///
/// `Documentation/tpm.md` has the bytes.
package struct SealedKey: Equatable, Sendable {
  /// Which TPM sealed it.
  package let primaryName: TPMName
  /// The digest that is all the variable content of the public area.
  let unique: [UInt8]
  /// The key itself, encrypted and authenticated by the TPM.
  let privateArea: [UInt8]

  private static let magic = "SRTPMKEY"
  private static let version: UInt16 = 1
  static let uniqueByteCount = 32
  static let largestPrivateArea = 512

  /// A sealed object as Strongroom makes it (`TPMT_PUBLIC` without its digest): keyed hash,
  /// SHA-256, fixedTPM | fixedParent | userWithAuth | noDA, no policy, no scheme, 32 bytes follow.
  private static let publicPrefix: [UInt8] = [
    0x00, 0x08, 0x00, 0x0B, 0x00, 0x00, 0x04, 0x52, 0x00, 0x00, 0x00, 0x10, 0x00, 0x20,
  ]

  init(primaryName: TPMName, unique: [UInt8], privateArea: [UInt8]) {
    self.primaryName = primaryName
    self.unique = unique
    self.privateArea = privateArea
  }

  /// Reads what ``encoded`` returns.
  ///
  /// - Throws: `damaged` for anything else, `laterVersion` for a later format.
  package init(decoding bytes: [UInt8]) throws(TPMError) {
    var reader = FieldReader(bytes, subject: "the sealed key")
    try reader.header(Self.magic, version: Self.version)
    primaryName = try reader.name()
    let publicArea = try reader.counted()
    guard publicArea.starts(with: Self.publicPrefix),
      publicArea.count == Self.publicPrefix.count + Self.uniqueByteCount
    else { throw reader.damage }
    unique = Array(publicArea.dropFirst(Self.publicPrefix.count))
    privateArea = try reader.counted()
    guard (1...Self.largestPrivateArea).contains(privateArea.count), reader.isAtEnd else {
      throw reader.damage
    }
  }

  /// The bytes to keep: one encoding for one value.
  package var encoded: [UInt8] {
    var bytes = Array(Self.magic.utf8)
    bytes.append(number: Self.version)
    bytes.append(counted: primaryName.bytes)
    bytes.append(counted: Self.publicPrefix + unique)
    bytes.append(counted: privateArea)
    return bytes
  }
}
