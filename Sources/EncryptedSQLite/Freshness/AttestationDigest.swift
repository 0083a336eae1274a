// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import Secrets

/// The digest over the tags of all pages: HMAC-SHA-256, with a key of the file's own, over the
/// number of pages and the last 32 bytes of each.
///
/// The tags authenticate the pages, so nothing else needs to be read.
enum AttestationDigest {
  /// Reads all tags; nobody may write meanwhile.
  ///
  /// - Throws: ``EncryptedSQLiteError`` when the file cannot be read.
  static func digest(
    of database: SealedDatabase, key: borrowing DatabaseKey
  ) throws(EncryptedSQLiteError) -> [UInt8] {
    let context = Array("strongroom-db-1".utf8) + database.pageOne.salt
    let pseudorandomKey = key.bytes.withBytes {
      HKDFSHA256.extract(salt: context.rawBytes, inputKeyMaterial: $0)
    }
    let mac = HKDFSHA256.expand(pseudorandomKey, label: "attest", count: 32).withBytes {
      HMACSHA256(key: $0)
    }
    let pageCount = try database.pageCount
    var message = mac.message()
    let count = PageBuffer(count: 4)
    count.withMutableBytes { $0.store(pageCount, at: 0) }
    message.update(count.bytes)
    let tag = PageBuffer(count: PageLayout.tagByteCount)
    let offsetInPage = Int64(database.pageByteCount - PageLayout.tagByteCount)
    for number in 1...max(1, pageCount) where number != database.lockBytePage {
      _ = try database.file.read(into: tag, at: database.offset(of: number) + offsetInPage)
      message.update(tag.bytes)
    }
    let digest = PageBuffer(count: Attestation.digestByteCount)
    finish(message, into: digest)
    return digest.bytes.array
  }

  private static func finish(_ message: consuming HMACSHA256.Message, into digest: PageBuffer) {
    var result = InlineArray<32, UInt8>(repeating: 0)
    do {
      var span = result.mutableSpan
      var bytes = unsafe span.mutableBytes
      message.finish(into: &bytes)
    }
    digest.withMutableBytes { unsafe $0.copy(result.span.bytes) }
  }
}
