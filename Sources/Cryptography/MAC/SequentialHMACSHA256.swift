// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import COpenSSL
internal import Secrets

/// HMAC-SHA-256 that makes one tag after the other, without taking locked memory for each.
///
/// For who authenticates page upon page; messages that overlap, or threads, need ``HMACSHA256``.
package struct SequentialHMACSHA256: ~Copyable {
  private let mac: HMACSHA256
  /// The state on its way; as secret as the keyed states it is copied from.
  private var working = SecretBytes(count: MemoryLayout<SHA256_CTX>.stride)

  /// Schedules a key of any length.
  package init(key: RawSpan) { mac = HMACSHA256(key: key) }

  /// Writes the 32-byte tag of `first` followed by `second` to `tag`.
  package mutating func authenticate(
    _ first: RawSpan, _ second: RawSpan = RawSpan(), into tag: inout MutableRawSpan
  ) {
    precondition(tag.byteCount == HMACSHA256.tagByteCount)
    mac.states.withBytes { states in
      working.withMutableBytes { working in
        unsafe states.withUnsafeBytes { states in
          unsafe working.withUnsafeMutableBytes { working in
            unsafe tag.withUnsafeMutableBytes { tag in
              let keyed = unsafe states.assumingMemoryBound(to: SHA256_CTX.self).baseAddress!
              let state = unsafe working.assumingMemoryBound(to: SHA256_CTX.self).baseAddress!
              let digest = unsafe tag.assumingMemoryBound(to: UInt8.self).baseAddress!
              unsafe state.pointee = unsafe keyed[0]
              unsafe Self.add(first, to: state)
              unsafe Self.add(second, to: state)
              unsafe SHA256_Final(digest, state)
              unsafe state.pointee = unsafe keyed[1]
              unsafe SHA256_Update(state, digest, HMACSHA256.tagByteCount)
              unsafe SHA256_Final(digest, state)
            }
          }
        }
      }
    }
  }

  private static func add(_ bytes: RawSpan, to state: UnsafeMutablePointer<SHA256_CTX>) {
    _ = unsafe bytes.withUnsafeBytes { unsafe SHA256_Update(state, $0.baseAddress, $0.count) }
  }
}
