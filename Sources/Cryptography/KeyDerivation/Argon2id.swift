// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import CSodium
internal import Glibc
package import Secrets

/// Argon2id version 1.3 (RFC 9106) with one lane, libsodium's implementation: makes guessing a
/// passphrase expensive.
package enum Argon2id {
  /// The length of a salt.
  package static let saltByteCount = Int(crypto_pwhash_argon2id_SALTBYTES)

  /// Derives `count` bytes from `password`.
  ///
  /// The time grows with `passes` and `memory`; bound both where they come from a file that others
  /// can write.
  ///
  /// - Parameters:
  ///   - password: at most 4 GiB; may be empty.
  ///   - salt: 16 bytes, random, one for each password.
  ///   - passes: how often memory is walked through, at least 1.
  ///   - memory: bytes of memory, at least 8 KiB, a multiple of 1024.
  ///   - count: at least 16.
  /// - Returns: the key; the same for the same input, always.
  /// - Throws: `invalidParameter` for what Argon2id does not take; `outOfMemory` when `memory`
  ///   cannot be had; `libraryFailure` when libsodium refuses for another reason.
  package static func deriveKey(
    from password: RawSpan, salt: RawSpan, passes: Int, memory: Int, count: Int
  ) throws(CryptographyError) -> SecretBytes {
    try check(password: password, salt: salt, passes: passes, memory: memory, count: count)
    // libsodium wants a pointer also for an empty password.
    let emptyPassword = unsafe UnsafePointer<CChar>(bitPattern: 1)!
    var failure: CInt?
    let key = SecretBytes(count: count) { (key: inout MutableRawSpan) in
      unsafe key.withUnsafeMutableBytes { key in
        unsafe password.withUnsafeBytes { password in
          unsafe salt.withUnsafeBytes { salt in
            let status = unsafe crypto_pwhash_argon2id(
              key.bindMemory(to: UInt8.self).baseAddress!, UInt64(key.count),
              password.bindMemory(to: CChar.self).baseAddress ?? emptyPassword,
              UInt64(password.count),
              salt.bindMemory(to: UInt8.self).baseAddress!, UInt64(passes), memory,
              crypto_pwhash_argon2id_ALG_ARGON2ID13)
            if status != 0 { failure = errno }
          }
        }
      }
    }
    guard let failure else { return key }
    guard failure == ENOMEM else {
      throw CryptographyError(
        .libraryFailure, reason: "libsodium refused to run Argon2id (errno \(failure))")
    }
    throw CryptographyError(
      .outOfMemory, reason: "Argon2id could not get \(memory / 1024) KiB of memory")
  }

  private static func check(
    password: RawSpan, salt: RawSpan, passes: Int, memory: Int, count: Int
  ) throws(CryptographyError) {
    guard salt.byteCount == saltByteCount else {
      throw CryptographyError(
        .invalidParameter, reason: "Argon2id takes a salt of \(saltByteCount) bytes")
    }
    guard password.byteCount <= Int(UInt32.max) else {
      throw CryptographyError(
        .invalidParameter, reason: "Argon2id takes a password of at most 4 GiB")
    }
    guard memory.isMultiple(of: 1024),
      (8192...crypto_pwhash_argon2id_memlimit_max()).contains(memory)
    else {
      throw CryptographyError(
        .invalidParameter, reason: "Argon2id takes a multiple of 1024 bytes of memory from 8 KiB up"
      )
    }
    guard (1...Int(UInt32.max)).contains(passes), (16...Int(UInt32.max)).contains(count) else {
      throw CryptographyError(
        .invalidParameter, reason: "Argon2id takes at least 1 pass and 16 bytes of output")
    }
  }
}
