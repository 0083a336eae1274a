// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import CSodium

/// Comparison whose time tells nothing about where two byte strings differ.
public enum ConstantTime {
  /// Whether `a` and `b` hold the same bytes.
  ///
  /// Only their lengths can be learnt from the time it takes.
  public static func areEqual(_ a: RawSpan, _ b: RawSpan) -> Bool {
    guard a.byteCount == b.byteCount else { return false }
    guard a.byteCount > 0 else { return true }
    return unsafe a.withUnsafeBytes { a in
      unsafe b.withUnsafeBytes { b in
        // Libsodium compares tags of the usual size in a few instructions, others byte by byte.
        a.count == 32
          ? unsafe crypto_verify_32(
            a.baseAddress!.assumingMemoryBound(to: UInt8.self),
            b.baseAddress!.assumingMemoryBound(to: UInt8.self)) == 0
          : unsafe sodium_memcmp(a.baseAddress!, b.baseAddress!, a.count) == 0
      }
    }
  }
}
