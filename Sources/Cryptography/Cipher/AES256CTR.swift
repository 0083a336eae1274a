// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import COpenSSL

/// AES-256 in counter mode (NIST SP 800-38A), with its key scheduled once.
///
/// Encrypting and decrypting are the same act. Counter mode alone authenticates nothing: callers
/// add a MAC over what they store. Not for use by two threads at once, as the cipher context is
/// reused between calls. The key schedule lies on libcrypto's heap: wiped when it goes, but not
/// locked.
@safe
package struct AES256CTR: ~Copyable, @unchecked Sendable {
  // Sendable: the context belongs to this value; it may move between threads, not be shared.
  package static let keyByteCount = 32
  /// The length of the first counter block.
  package static let ivByteCount = 16

  /// libcrypto counts in `int`; a multiple of the block size below its limit.
  private static let largestUpdate = 1 << 30

  private let context: OpaquePointer

  /// Schedules a 32-byte key.
  package init(key: RawSpan) {
    precondition(key.byteCount == Self.keyByteCount)
    guard let context = unsafe EVP_CIPHER_CTX_new() else {
      fatalError("out of memory for a cipher")
    }
    let status = unsafe key.withUnsafeBytes {
      unsafe EVP_EncryptInit_ex2(
        context, EVP_aes_256_ctr(), $0.bindMemory(to: UInt8.self).baseAddress, nil, nil)
    }
    precondition(status == 1, "libcrypto has no AES-256-CTR on this machine")
    unsafe self.context = context
  }

  /// XORs `input` with the key stream that starts at counter block `iv` and writes the result to
  /// `output`, which may be the same memory.
  package mutating func transform(_ input: RawSpan, into output: inout MutableRawSpan, iv: RawSpan)
  {
    precondition(output.byteCount == input.byteCount && iv.byteCount == Self.ivByteCount)
    let context = unsafe context
    unsafe output.withUnsafeMutableBytes { output in
      unsafe input.withUnsafeBytes { input in
        unsafe iv.withUnsafeBytes { iv in
          unsafe Self.run(context, from: input, to: output, iv: iv)
        }
      }
    }
  }

  /// XORs `bytes` in place with the key stream that starts at counter block `iv`.
  package mutating func transform(_ bytes: inout MutableRawSpan, iv: RawSpan) {
    precondition(iv.byteCount == Self.ivByteCount)
    let context = unsafe context
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe iv.withUnsafeBytes { iv in
        unsafe Self.run(context, from: UnsafeRawBufferPointer(bytes), to: bytes, iv: iv)
      }
    }
  }

  private static func run(
    _ context: OpaquePointer, from input: UnsafeRawBufferPointer,
    to output: UnsafeMutableRawBufferPointer, iv: UnsafeRawBufferPointer
  ) {
    let started = unsafe EVP_EncryptInit_ex2(
      context, nil, nil, iv.bindMemory(to: UInt8.self).baseAddress, nil)
    precondition(started == 1, "AES-256-CTR did not start in libcrypto")
    for offset in stride(from: 0, to: input.count, by: largestUpdate) {
      let count = min(largestUpdate, input.count - offset)
      var written: CInt = 0
      let ran = unsafe EVP_EncryptUpdate(
        context, (output.baseAddress! + offset).assumingMemoryBound(to: UInt8.self), &written,
        (input.baseAddress! + offset).assumingMemoryBound(to: UInt8.self), CInt(count))
      precondition(ran == 1 && Int(written) == count, "AES-256-CTR failed in libcrypto")
    }
  }

  deinit {
    // Wipes the key schedule, too.
    unsafe EVP_CIPHER_CTX_free(context)
  }
}
