// SPDX-License-Identifier: Apache-2.0

package import Secrets

/// HKDF with SHA-256 (RFC 5869): makes independent keys out of one strong secret.
///
/// Written over ``HMACSHA256``, of which it consists. libcrypto's own takes a list of named
/// pointers that must outlive the call; five lines of the RFC are easier to get right.
package enum HKDFSHA256 {
  package static let pseudorandomKeyByteCount = 32

  /// Concentrates `inputKeyMaterial` into a 32-byte pseudorandom key.
  package static func extract(salt: RawSpan, inputKeyMaterial: RawSpan) -> SecretBytes {
    let mac = HMACSHA256(key: salt)
    return SecretBytes(count: pseudorandomKeyByteCount) { (key: inout MutableRawSpan) in
      mac.authenticate(inputKeyMaterial, into: &key)
    }
  }

  /// Expands a pseudorandom key into `count` bytes, 1 to 8160, for the purpose named by `info`.
  package static func expand(
    _ pseudorandomKey: borrowing SecretBytes, info: RawSpan, count: Int
  ) -> SecretBytes {
    let blockByteCount = HMACSHA256.tagByteCount
    precondition((1...255 * blockByteCount).contains(count), "HKDF-SHA-256 gives 1 to 8160 bytes")
    let mac = pseudorandomKey.withBytes { HMACSHA256(key: $0) }
    return SecretBytes(count: count) { (output: inout MutableRawSpan) in
      for offset in stride(from: 0, to: count, by: blockByteCount) {
        var message = mac.message()
        if offset > 0 { message.update(output.bytes.extracting(offset - blockByteCount..<offset)) }
        message.update(info)
        message.update([UInt8(offset / blockByteCount + 1)].rawBytes)
        var block = output._mutatingExtracting(offset..<min(offset + blockByteCount, count))
        message.finish(into: &block)
      }
    }
  }

  /// Expands a pseudorandom key into `count` bytes for the purpose named by the ASCII `label`.
  package static func expand(
    _ pseudorandomKey: borrowing SecretBytes, label: StaticString, count: Int
  ) -> SecretBytes {
    expand(pseudorandomKey, info: Array(label.description.utf8).rawBytes, count: count)
  }

  /// Extracts and expands in one step.
  package static func deriveKey(
    from inputKeyMaterial: RawSpan, salt: RawSpan, info: RawSpan, count: Int
  ) -> SecretBytes {
    expand(extract(salt: salt, inputKeyMaterial: inputKeyMaterial), info: info, count: count)
  }
}
