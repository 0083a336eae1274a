// SPDX-License-Identifier: Apache-2.0

package import Secrets

/// HKDF with SHA-256 (RFC 5869): makes independent keys out of one strong secret.
package enum HKDFSHA256 {
  package static let pseudorandomKeyByteCount = 32

  /// Concentrates `inputKeyMaterial` into a 32-byte pseudorandom key.
  package static func extract(salt: RawSpan, inputKeyMaterial: RawSpan) -> SecretBytes {
    // An absent salt is 32 zero bytes, which HMAC pads to the same block as none.
    let mac = HMACSHA256(key: salt)
    return SecretBytes(count: pseudorandomKeyByteCount) {
      mac.authenticate(inputKeyMaterial, into: &$0)
    }
  }

  /// Expands a pseudorandom key into `count` bytes for the purpose named by `info`.
  package static func expand(
    _ pseudorandomKey: borrowing SecretBytes, info: RawSpan, count: Int
  ) -> SecretBytes {
    precondition(count <= 255 * HMACSHA256.tagByteCount, "HKDF-SHA-256 gives at most 8160 bytes")
    let mac = pseudorandomKey.withBytes { HMACSHA256(key: $0) }
    let blockByteCount = HMACSHA256.tagByteCount
    var block = SecretBytes(count: blockByteCount)
    let output = SecretBytes(count: count) { output in
      for (index, start) in stride(from: 0, to: count, by: blockByteCount).enumerated() {
        block.withMutableBytes { block in
          var message = mac.message()
          // The block before this one; the first has none before it.
          if start > 0 { message.update(output.bytes.extracting(start - blockByteCount..<start)) }
          message.update(info)
          message.update([UInt8(index + 1)].rawBytes)
          message.finish(into: &block)
          for i in 0..<min(blockByteCount, count - start) {
            output.storeBytes(of: block.bytes.byte(at: i), toByteOffset: start + i, as: UInt8.self)
          }
        }
      }
    }
    return output
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
