// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// The SHA-2 family (FIPS 180-4).
package enum SHA2 {
  /// Returns the 28-byte digest of `bytes`.
  package static func sha224(_ bytes: RawSpan) -> [UInt8] { unsafe digest(bytes, EVP_sha224()) }
  /// Returns the 32-byte digest of `bytes`.
  package static func sha256(_ bytes: RawSpan) -> [UInt8] { unsafe digest(bytes, EVP_sha256()) }
  /// Returns the 48-byte digest of `bytes`.
  package static func sha384(_ bytes: RawSpan) -> [UInt8] { unsafe digest(bytes, EVP_sha384()) }
  /// Returns the 64-byte digest of `bytes`.
  package static func sha512(_ bytes: RawSpan) -> [UInt8] { unsafe digest(bytes, EVP_sha512()) }
}

/// SHA-1 (FIPS 180-4), only where a format of others demands it: it protects nothing any more.
package enum InsecureSHA1 {
  /// Returns the 20-byte digest of `bytes`.
  package static func sha1(_ bytes: RawSpan) -> [UInt8] { unsafe digest(bytes, EVP_sha1()) }
}

private func digest(_ bytes: RawSpan, _ algorithm: OpaquePointer?) -> [UInt8] {
  let size = unsafe Int(EVP_MD_get_size(algorithm))
  return unsafe [UInt8](unsafeUninitializedCapacity: size) { output, count in
    let status = unsafe bytes.withUnsafeBytes { input in
      unsafe EVP_Digest(input.baseAddress, input.count, output.baseAddress, nil, algorithm, nil)
    }
    precondition(status == 1, "a digest failed in libcrypto")
    count = size
  }
}
