// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import CSodium
package import Secrets

/// Authenticated encryption with XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha, libsodium's `_ietf`
/// variant).
///
/// A sealed box is nonce ‖ ciphertext ‖ tag. The 24-byte nonce is random and made inside: two boxes
/// under one key repeat it with negligible probability, also after a restored backup or a cloned
/// machine.
package enum XChaCha20Poly1305 {
  package static let keyByteCount = 32
  package static let nonceByteCount = 24
  package static let tagByteCount = 16
  /// How much longer a sealed box is than what it holds.
  package static let overhead = nonceByteCount + tagByteCount

  /// Seals `plaintext` so that it opens only with `key` and the same `context`.
  package static func seal(
    _ plaintext: RawSpan, key: borrowing SecretBytes, authenticating context: RawSpan
  ) -> [UInt8] {
    seal(plaintext, key: key, authenticating: context, nonce: RandomBytes.bytes(nonceByteCount))
  }

  /// The same with a given nonce, for published vectors only.
  static func seal(
    _ plaintext: RawSpan, key: borrowing SecretBytes, authenticating context: RawSpan,
    nonce: [UInt8]
  ) -> [UInt8] {
    precondition(key.count == keyByteCount && nonce.count == nonceByteCount)
    return key.withBytes { key in
      unsafe [UInt8](unsafeUninitializedCapacity: plaintext.byteCount + overhead) { box, count in
        unsafe plaintext.withUnsafeBytes { plaintext in
          unsafe context.withUnsafeBytes { context in
            unsafe key.withUnsafeBytes { key in
              for i in 0..<nonceByteCount { unsafe box[i] = nonce[i] }
              let status = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                box.baseAddress! + nonceByteCount, nil,
                plaintext.bindMemory(to: UInt8.self).baseAddress, UInt64(plaintext.count),
                context.bindMemory(to: UInt8.self).baseAddress, UInt64(context.count),
                nil, box.baseAddress!, key.bindMemory(to: UInt8.self).baseAddress!)
              precondition(status == 0, "libsodium's XChaCha20-Poly1305 cannot fail to encrypt")
            }
          }
        }
        count = plaintext.byteCount + overhead
      }
    }
  }

  /// Opens a sealed box.
  ///
  /// - Throws: ``CryptographyError`` with `authenticationFailed` when the key, the context or the
  ///   bytes differ.
  package static func open(
    _ box: RawSpan, key: borrowing SecretBytes, authenticating context: RawSpan
  ) throws(CryptographyError) -> SecretBytes {
    precondition(key.count == keyByteCount)
    guard box.byteCount >= overhead else {
      throw CryptographyError(
        .authenticationFailed, reason: "a sealed box has at least \(overhead) bytes")
    }
    var opened = false
    let plaintext = SecretBytes(count: box.byteCount - overhead) {
      (plaintext: inout MutableRawSpan) in
      unsafe plaintext.withUnsafeMutableBytes { plaintext in
        unsafe box.withUnsafeBytes { box in
          unsafe context.withUnsafeBytes { context in
            key.withBytes { key in
              unsafe key.withUnsafeBytes { key in
                let box = unsafe box.bindMemory(to: UInt8.self)
                opened =
                  unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                    plaintext.bindMemory(to: UInt8.self).baseAddress, nil, nil,
                    box.baseAddress! + nonceByteCount, UInt64(box.count - nonceByteCount),
                    context.bindMemory(to: UInt8.self).baseAddress, UInt64(context.count),
                    box.baseAddress!, key.bindMemory(to: UInt8.self).baseAddress!) == 0
              }
            }
          }
        }
      }
    }
    guard opened else {
      throw CryptographyError(
        .authenticationFailed,
        reason: "a sealed box does not open: another key, another place, or changed bytes")
    }
    return plaintext
  }
}
