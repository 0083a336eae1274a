// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL
internal import Secrets

/// HMAC-SHA-256 (RFC 2104, FIPS 198-1) with its key scheduled once.
///
/// The two keyed starting states are computed once and copied for every message: 2.3 µs instead of 3.3 for a 4 KiB
/// page, 0.3 instead of 1 for a short one.
@safe
package struct HMACSHA256: ~Copyable, @unchecked Sendable {
  // Sendable: never changes after initialisation.
  package static let tagByteCount = 32
  private static let blockByteCount = 64

  /// The inner and the outer state after the padded key, one after the other.
  private let states: UnsafeMutablePointer<SHA256_CTX>

  /// Schedules a key of any length.
  package init(key: RawSpan) {
    unsafe states = .allocate(capacity: 2)
    unsafe states.initialize(repeating: SHA256_CTX(), count: 2)
    let states = unsafe states
    let shortKey =
      key.byteCount <= Self.blockByteCount
      ? SecretBytes(copying: key) : SecretBytes(copying: SHA2.sha256(key).rawBytes)
    var block = SecretBytes(count: Self.blockByteCount)
    for (index, pad) in [UInt8(0x36), 0x5C].enumerated() {
      block.withMutableBytes { block in
        unsafe block.withUnsafeMutableBytes { block in
          shortKey.withBytes { key in
            for i in 0..<block.count {
              let byte = i < key.byteCount ? key.byte(at: i) : 0
              unsafe block[i] = byte ^ pad
            }
          }
        }
      }
      block.withBytes { block in
        unsafe block.withUnsafeBytes { block in
          unsafe SHA256_Init(states + index)
          unsafe SHA256_Update(states + index, block.baseAddress, block.count)
        }
      }
    }
  }

  /// Starts a message that is authenticated piece by piece.
  package borrowing func message() -> Message { unsafe Message(inner: states[0], outer: states[1]) }

  /// Writes the 32-byte tag of `message` to `tag`; a shorter `tag` takes the first bytes.
  package borrowing func authenticate(_ message: RawSpan, into tag: inout MutableRawSpan) {
    var pieces = self.message()
    pieces.update(message)
    pieces.finish(into: &tag)
  }

  /// Returns the 32-byte tag of `message`.
  package borrowing func tag(of message: RawSpan) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: Self.tagByteCount)
    var span = tag.mutableSpan
    var bytes = unsafe span.mutableBytes
    authenticate(message, into: &bytes)
    return tag
  }

  deinit {
    unsafe OPENSSL_cleanse(states, 2 * MemoryLayout<SHA256_CTX>.stride)
    unsafe states.deallocate()
  }

  /// One message on its way to a tag.
  package struct Message: ~Copyable {
    private var inner: SHA256_CTX
    private var outer: SHA256_CTX

    fileprivate init(inner: SHA256_CTX, outer: SHA256_CTX) {
      self.inner = inner
      self.outer = outer
    }

    /// Adds `bytes` to the message.
    package mutating func update(_ bytes: RawSpan) {
      unsafe bytes.withUnsafeBytes { bytes in
        _ = unsafe SHA256_Update(&inner, bytes.baseAddress, bytes.count)
      }
    }

    /// Ends the message and writes its tag; a `tag` shorter than 32 bytes takes the first bytes.
    package consuming func finish(into tag: inout MutableRawSpan) {
      precondition(tag.byteCount <= HMACSHA256.tagByteCount)
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: HMACSHA256.tagByteCount) { digest in
        unsafe SHA256_Final(digest.baseAddress, &inner)
        unsafe SHA256_Update(&outer, digest.baseAddress, digest.count)
        unsafe SHA256_Final(digest.baseAddress, &outer)
        unsafe tag.withUnsafeMutableBytes { tag in
          unsafe tag.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digest)[..<tag.count]))
        }
      }
    }
  }
}
