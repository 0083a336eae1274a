// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL
package import Secrets

/// HKDF with SHA-256 (RFC 5869): makes independent keys out of one strong secret.
package enum HKDFSHA256 {
  package static let pseudorandomKeyByteCount = 32

  /// Concentrates `inputKeyMaterial` into a 32-byte pseudorandom key.
  package static func extract(salt: RawSpan, inputKeyMaterial: RawSpan) -> SecretBytes {
    derive(
      mode: EVP_KDF_HKDF_MODE_EXTRACT_ONLY, key: inputKeyMaterial, salt: salt, info: RawSpan(),
      count: pseudorandomKeyByteCount)
  }

  /// Expands a pseudorandom key into `count` bytes for the purpose named by `info`.
  package static func expand(
    _ pseudorandomKey: borrowing SecretBytes, info: RawSpan, count: Int
  ) -> SecretBytes {
    precondition(count <= 255 * 32, "HKDF-SHA-256 gives at most 8160 bytes")
    return pseudorandomKey.withBytes {
      derive(mode: EVP_KDF_HKDF_MODE_EXPAND_ONLY, key: $0, salt: RawSpan(), info: info, count: count)
    }
  }

  /// Expands a pseudorandom key into `count` bytes for the purpose named by the ASCII `label`.
  package static func expand(
    _ pseudorandomKey: borrowing SecretBytes, label: StaticString, count: Int
  ) -> SecretBytes {
    expand(pseudorandomKey, info: Array(label.description.utf8).rawBytes, count: count)
  }

  /// Extracts and expands in one step.
  package static func deriveKey(
    from inputKeyMaterial: RawSpan, salt: RawSpan, info: RawSpan, count: Int
  ) -> SecretBytes {
    expand(extract(salt: salt, inputKeyMaterial: inputKeyMaterial), info: info, count: count)
  }

  private static func derive(
    mode: CInt, key: RawSpan, salt: RawSpan, info: RawSpan, count: Int
  ) -> SecretBytes {
    let kdf = unsafe EVP_KDF_fetch(nil, OSSL_KDF_NAME_HKDF, nil)
    let context = unsafe EVP_KDF_CTX_new(kdf)
    unsafe EVP_KDF_free(kdf)
    guard let context = unsafe context else { fatalError("libcrypto has no HKDF on this machine") }
    defer { unsafe EVP_KDF_CTX_free(context) }

    var mode = mode
    var digest = Array("SHA256".utf8CString)
    var status: CInt = 0
    let output = SecretBytes(count: count) { (output: inout MutableRawSpan) in
      unsafe output.withUnsafeMutableBytes { output in
        unsafe key.withUnsafeBytes { key in
          unsafe salt.withUnsafeBytes { salt in
            unsafe info.withUnsafeBytes { info in
              unsafe withUnsafeMutablePointer(to: &mode) { mode in
                unsafe digest.withUnsafeMutableBufferPointer { digest in
                  let parameters = unsafe [
                    OSSL_PARAM_construct_int(OSSL_KDF_PARAM_MODE, mode),
                    OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest.baseAddress, 0),
                    octets(OSSL_KDF_PARAM_KEY, key),
                    octets(OSSL_KDF_PARAM_SALT, salt),
                    octets(OSSL_KDF_PARAM_INFO, info),
                    OSSL_PARAM_construct_end(),
                  ]
                  status = unsafe EVP_KDF_derive(
                    context, output.bindMemory(to: UInt8.self).baseAddress, output.count, parameters
                  )
                }
              }
            }
          }
        }
      }
    }
    precondition(status == 1, "HKDF-SHA-256 failed in libcrypto")
    return output
  }

  private static func octets(_ name: String, _ bytes: UnsafeRawBufferPointer) -> OSSL_PARAM {
    // libcrypto reads parameters of this direction only; the cast is its interface's, not ours. An empty one needs a
    // pointer all the same.
    let base = unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!
    return unsafe OSSL_PARAM_construct_octet_string(
      name, UnsafeMutableRawPointer(mutating: base), bytes.count)
  }
}
