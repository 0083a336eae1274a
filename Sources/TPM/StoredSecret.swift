// SPDX-License-Identifier: Apache-2.0

/// Where a TPM keeps a secret in its own memory: what ``TPMDevice/store(_:expecting:)`` returns.
///
/// It says nothing of the secret. Unlike a file, what a TPM has deleted is gone, whatever backups
/// there are. `Documentation/tpm.md` has the bytes.
package struct StoredSecret: Equatable, Sendable {
  /// Which TPM keeps it.
  package let primaryName: TPMName
  /// The NV index.
  package let index: UInt32
  /// The name of the index once it was written and locked.
  let indexName: TPMName

  private static let magic = "SRTPMNVI"
  private static let version: UInt16 = 1

  /// Ours within the part that the TCG leaves to the owner of a machine (0x01800000 to 0x01BFFFFF).
  package static let indexes: ClosedRange<UInt32> = 0x0180_5300...0x0180_53FF

  init(primaryName: TPMName, index: UInt32, indexName: TPMName) {
    self.primaryName = primaryName
    self.index = index
    self.indexName = indexName
  }

  /// Reads what ``encoded`` returns.
  ///
  /// An index of somebody else counts as damage, so that forged bytes cannot delete it.
  ///
  /// - Throws: `damaged` for anything else, `laterVersion` for a later format.
  package init(decoding bytes: [UInt8]) throws(TPMError) {
    var reader = FieldReader(bytes, subject: "the record of a secret in the TPM")
    try reader.header(Self.magic, version: Self.version)
    primaryName = try reader.name()
    index = try reader.number32()
    indexName = try reader.name()
    guard Self.indexes.contains(index), reader.isAtEnd else { throw reader.damage }
  }

  /// The bytes to keep: one encoding for one value.
  package var encoded: [UInt8] {
    var bytes = Array(Self.magic.utf8)
    bytes.append(number: Self.version)
    bytes.append(counted: primaryName.bytes)
    bytes.append(number: index)
    bytes.append(counted: indexName.bytes)
    return bytes
  }
}
