// SPDX-License-Identifier: Apache-2.0

internal import CSodium
package import Secrets

/// Argon2id version 1.3 (RFC 9106) with one lane, libsodium's implementation: makes guessing a passphrase expensive.
package enum Argon2id {
  package static let saltByteCount = Int(crypto_pwhash_argon2id_SALTBYTES)

  /// Derives `count` bytes from `password`.
  ///
  /// - Parameters:
  ///   - salt: 16 bytes, random, one for each password.
  ///   - passes: how often memory is walked through, at least 1.
  ///   - memory: bytes of memory, at least 8 KiB, a multiple of 1024.
  /// - Throws: `invalidParameter` for what Argon2id does not take; `outOfMemory` when `memory` cannot be had.
  package static func deriveKey(
    from password: RawSpan, salt: RawSpan, passes: Int, memory: Int, count: Int
  ) throws(CryptographyError) -> SecretBytes {
    guard salt.byteCount == saltByteCount else {
      throw CryptographyError(.invalidParameter, reason: "Argon2id takes a salt of \(saltByteCount) bytes")
    }
    guard passes >= 1, passes <= Int(UInt32.max), memory >= 8192, memory <= 4 << 40, count >= 16 else {
      throw CryptographyError(
        .invalidParameter,
        reason: "Argon2id takes at least 1 pass, 8 KiB of memory and 16 bytes of output")
    }
    var status: CInt = 0
    // libsodium wants a pointer also for an empty password.
    let emptyPassword = unsafe UnsafePointer<CChar>(bitPattern: 1)!
    let key = SecretBytes(count: count) { (key: inout MutableRawSpan) in
      unsafe key.withUnsafeMutableBytes { key in
        unsafe password.withUnsafeBytes { password in
          unsafe salt.withUnsafeBytes { salt in
            status = unsafe crypto_pwhash_argon2id(
              key.bindMemory(to: UInt8.self).baseAddress!, UInt64(key.count),
              password.bindMemory(to: CChar.self).baseAddress ?? emptyPassword, UInt64(password.count),
              salt.bindMemory(to: UInt8.self).baseAddress!, UInt64(passes), memory,
              crypto_pwhash_argon2id_ALG_ARGON2ID13)
          }
        }
      }
    }
    guard status == 0 else {
      throw CryptographyError(
        .outOfMemory, reason: "Argon2id could not get \(memory / 1024) KiB of memory")
    }
    return key
  }
}
