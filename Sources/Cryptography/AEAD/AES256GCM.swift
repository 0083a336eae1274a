// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import COpenSSL

/// Authenticated encryption with AES-256 in Galois/counter mode (NIST SP 800-38D), with its key
/// scheduled once.
///
/// For much data under a key that lives as long as this value: 1.1 µs for 4 KiB, against 2.9 for
/// counter mode and HMAC-SHA-256. A nonce that comes twice under one key gives the authentication
/// away, so the caller must have made it fresh. Not for use by two threads at once.
@safe
package struct AES256GCM: ~Copyable, @unchecked Sendable {
  // Sendable: the contexts belong to this value; it may move between threads, not be shared.
  package static let keyByteCount = 32
  package static let nonceByteCount = 12
  package static let tagByteCount = 16

  private let sealing: OpaquePointer
  private let opening: OpaquePointer

  /// Schedules a 32-byte key.
  package init(key: RawSpan) {
    precondition(key.byteCount == Self.keyByteCount)
    unsafe sealing = Self.context(key, isSealing: 1)
    unsafe opening = Self.context(key, isSealing: 0)
  }

  private static func context(_ key: RawSpan, isSealing: CInt) -> OpaquePointer {
    guard let context = unsafe EVP_CIPHER_CTX_new() else {
      fatalError("out of memory for a cipher")
    }
    let status = unsafe key.withUnsafeBytes {
      unsafe EVP_CipherInit_ex2(
        context, EVP_aes_256_gcm(), $0.bindMemory(to: UInt8.self).baseAddress, nil, isSealing, nil)
    }
    precondition(status == 1, "libcrypto has no AES-256-GCM on this machine")
    return unsafe context
  }

  /// Encrypts `plaintext` into `ciphertext`, different memory of the same size, and writes the
  /// 16-byte `tag`.
  package mutating func seal(
    _ plaintext: RawSpan, nonce: RawSpan, into ciphertext: inout MutableRawSpan,
    tag: inout MutableRawSpan
  ) {
    precondition(ciphertext.byteCount == plaintext.byteCount)
    precondition(nonce.byteCount == Self.nonceByteCount && tag.byteCount == Self.tagByteCount)
    let context = unsafe sealing
    unsafe ciphertext.withUnsafeMutableBytes { output in
      unsafe plaintext.withUnsafeBytes { input in
        unsafe Self.run(context, nonce, from: input, to: output)
      }
    }
    let written = unsafe tag.withUnsafeMutableBytes { tag in
      var rest: CInt = 0
      return unsafe EVP_EncryptFinal_ex(
        context, tag.baseAddress!.assumingMemoryBound(to: UInt8.self), &rest) == 1
        && EVP_CIPHER_CTX_ctrl(
          context, EVP_CTRL_AEAD_GET_TAG, CInt(tag.count), tag.baseAddress) == 1
    }
    precondition(written, "AES-256-GCM made no tag in libcrypto")
  }

  /// Decrypts `bytes` in place; when they are not what was sealed, wipes them and returns false.
  package mutating func open(
    _ bytes: inout MutableRawSpan, nonce: RawSpan, tag: RawSpan
  ) -> Bool {
    precondition(nonce.byteCount == Self.nonceByteCount && tag.byteCount == Self.tagByteCount)
    let context = unsafe opening
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe Self.run(context, nonce, from: UnsafeRawBufferPointer(bytes), to: bytes)
      let expected = unsafe tag.withUnsafeBytes { tag in
        unsafe EVP_CIPHER_CTX_ctrl(
          context, EVP_CTRL_AEAD_SET_TAG, CInt(tag.count),
          UnsafeMutableRawPointer(mutating: tag.baseAddress!))
      }
      precondition(expected == 1, "AES-256-GCM took no tag in libcrypto")
      var none: UInt8 = 0
      var rest: CInt = 0
      if unsafe EVP_DecryptFinal_ex(context, &none, &rest) == 1 { return true }
      unsafe OPENSSL_cleanse(bytes.baseAddress, bytes.count)
      return false
    }
  }

  private static func run(
    _ context: OpaquePointer, _ nonce: RawSpan, from input: UnsafeRawBufferPointer,
    to output: UnsafeMutableRawBufferPointer
  ) {
    let started = unsafe nonce.withUnsafeBytes {
      unsafe EVP_CipherInit_ex2(
        context, nil, nil, $0.bindMemory(to: UInt8.self).baseAddress, -1, nil)
    }
    precondition(started == 1, "AES-256-GCM did not start in libcrypto")
    guard input.count > 0 else { return }
    var written: CInt = 0
    let ran = unsafe EVP_CipherUpdate(
      context, output.baseAddress!.assumingMemoryBound(to: UInt8.self), &written,
      input.baseAddress!.assumingMemoryBound(to: UInt8.self), CInt(input.count))
    precondition(ran == 1 && Int(written) == input.count, "AES-256-GCM failed in libcrypto")
  }

  deinit {
    // Wipes the key schedules, too.
    unsafe EVP_CIPHER_CTX_free(sealing)
    unsafe EVP_CIPHER_CTX_free(opening)
  }
}
