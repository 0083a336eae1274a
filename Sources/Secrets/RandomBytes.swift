// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import CSodium

/// Random bytes from the kernel, through libsodium's `randombytes`.
///
/// No bytes are kept in the process, so a fork or a cloned virtual machine repeats nothing.
public enum RandomBytes {
  /// Fills `bytes`.
  ///
  /// Ends the process if the kernel has no random numbers, for nothing safe can be done then.
  public static func fill(_ bytes: inout MutableRawSpan) {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      guard buffer.count > 0 else { return }
      precondition(SodiumLibrary.isReady)
      unsafe randombytes_buf(buffer.baseAddress!, buffer.count)
    }
  }

  /// Returns `count` random bytes that need not be kept secret: nonces, salts, identifiers.
  public static func bytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      precondition(SodiumLibrary.isReady)
      if count > 0 { unsafe randombytes_buf(buffer.baseAddress!, count) }
      initialized = count
    }
  }
}
