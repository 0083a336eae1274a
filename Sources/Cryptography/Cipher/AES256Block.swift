// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import COpenSSL

/// AES-256 on single blocks (FIPS 197), with its key scheduled once.
///
/// A pseudorandom function of 16 bytes: 12 ns, where starting ``AES256CTR`` for a block of stream
/// takes 74. Not a way to encrypt data, as equal blocks come out equal. Not for use by two threads
/// at once. The key schedule lies on libcrypto's heap: wiped when it goes, but not locked.
@safe
package struct AES256Block: ~Copyable, @unchecked Sendable {
  // Sendable: the context belongs to this value; it may move between threads, not be shared.
  package static let keyByteCount = 32
  package static let byteCount = 16

  private let context: OpaquePointer

  /// Schedules a 32-byte key.
  package init(key: RawSpan) {
    precondition(key.byteCount == Self.keyByteCount)
    guard let context = unsafe EVP_CIPHER_CTX_new() else {
      fatalError("out of memory for a cipher")
    }
    let status = unsafe key.withUnsafeBytes {
      unsafe EVP_EncryptInit_ex2(
        context, EVP_aes_256_ecb(), $0.bindMemory(to: UInt8.self).baseAddress, nil, nil)
    }
    precondition(status == 1, "libcrypto has no AES-256 on this machine")
    // Else libcrypto would hold a whole block back, to pad after it.
    unsafe EVP_CIPHER_CTX_set_padding(context, 0)
    unsafe self.context = context
  }

  /// Encrypts the 16 bytes of `block` into `output`.
  package mutating func encrypt(_ block: RawSpan, into output: inout MutableRawSpan) {
    precondition(block.byteCount == Self.byteCount && output.byteCount == Self.byteCount)
    let context = unsafe context
    let written = unsafe output.withUnsafeMutableBytes { output in
      unsafe block.withUnsafeBytes { block in
        var written: CInt = 0
        let ran = unsafe EVP_EncryptUpdate(
          context, output.baseAddress!.assumingMemoryBound(to: UInt8.self), &written,
          block.baseAddress!.assumingMemoryBound(to: UInt8.self), CInt(block.count))
        return ran == 1 ? Int(written) : 0
      }
    }
    precondition(written == Self.byteCount, "AES-256 failed in libcrypto")
  }

  deinit {
    // Wipes the key schedule, too.
    unsafe EVP_CIPHER_CTX_free(context)
  }
}
