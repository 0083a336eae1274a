// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Cryptography
@testable import Secrets

@Suite("AES-256-CTR")
struct AES256CTRTests {
  // NIST SP 800-38A, F.5.5 (encrypt) and F.5.6 (decrypt).
  private static let key = [UInt8](
    hex: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
  private static let iv = [UInt8](hex: "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
  private static let plaintext = [UInt8](
    hex: """
      6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
      30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
      """)
  private static let ciphertext = [UInt8](
    hex: """
      601ec313775789a5b7a7f504bbf3d228 f443e3ca4d62b59aca84e990cacaf5c5
      2b0930daa23de94ce87017ba2d84988d dfc9c58db67aada613c2dd08457941a6
      """)

  @Test("NIST's example encrypts and decrypts, into another buffer and in place")
  func published() {
    var cipher = AES256CTR(key: Self.key.rawBytes)
    let encrypted = transform(Self.plaintext, with: &cipher, iv: Self.iv)
    let decrypted = transform(Self.ciphertext, with: &cipher, iv: Self.iv)
    #expect(encrypted == Self.ciphertext)
    #expect(decrypted == Self.plaintext)
    let encryptedInPlace = transformInPlace(Self.plaintext, with: &cipher, iv: Self.iv)
    let decryptedInPlace = transformInPlace(Self.ciphertext, with: &cipher, iv: Self.iv)
    #expect(encryptedInPlace == Self.ciphertext)
    #expect(decryptedInPlace == Self.plaintext)
  }

  @Test("any length from nothing on encrypts to the start of the example", arguments: 0...64)
  func anyLength(count: Int) {
    var cipher = AES256CTR(key: Self.key.rawBytes)
    let start = Array(Self.plaintext.prefix(count))
    let encrypted = transform(start, with: &cipher, iv: Self.iv)
    let inPlace = transformInPlace(start, with: &cipher, iv: Self.iv)
    #expect(encrypted == Array(Self.ciphertext.prefix(count)))
    #expect(inPlace == encrypted)
  }

  @Test(
    "the counter carries over 32, 64 and all 128 bits",
    arguments: [
      // Key streams from pyca/cryptography, with NIST's key.
      (
        "000102030405060708090a0bffffffff",
        """
        b042ea9662f5c34ae9298c1a41f8d212 b35381a71ab78dd7fdd85f3091d3d6bb
        9dbffda6bd4d146960723f6b932aef37
        """
      ),
      (
        "0001020304050607ffffffffffffffff",
        """
        b1013833f607a3258d3d3be88f80c381 04228c9aba53e373a21c97ba6fe1887d
        5b2563b79bc120adf268b0b7efd06b2b
        """
      ),
      (
        "ffffffffffffffffffffffffffffffff",
        """
        3b3c2921c85a24de9ac606ce6d1d60cc e568f68194cf76d6174d4cc04310a854
        91151e5d0b7a1f1bc0d7acd0ae3e51e4
        """
      ),
    ])
  func carry(iv: String, keyStream: String) {
    var cipher = AES256CTR(key: Self.key.rawBytes)
    let zeroes = [UInt8](repeating: 0, count: 48)
    let output = transform(zeroes, with: &cipher, iv: [UInt8](hex: iv))
    #expect(output == [UInt8](hex: keyStream))
  }

  @Test("a partial block leaves nothing behind for the next call")
  func noLeftover() {
    var cipher = AES256CTR(key: Self.key.rawBytes)
    _ = transform([1, 2, 3], with: &cipher, iv: Self.iv)
    let encrypted = transform(Self.plaintext, with: &cipher, iv: Self.iv)
    #expect(encrypted == Self.ciphertext)
  }

  @Test(
    "a key or counter block of another length stops the process", arguments: [(31, 16), (32, 15)])
  func wrongLength(keyByteCount: Int, ivByteCount: Int) async {
    await #expect(processExitsWith: .failure) { [keyByteCount, ivByteCount] in
      var cipher = AES256CTR(key: [UInt8](repeating: 1, count: keyByteCount).rawBytes)
      var bytes = SecretBytes(count: 16)
      bytes.withMutableBytes {
        cipher.transform(&$0, iv: [UInt8](repeating: 1, count: ivByteCount).rawBytes)
      }
    }
  }

  private func transform(
    _ input: [UInt8], with cipher: inout AES256CTR, iv: [UInt8]
  ) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: input.count)
    var span = output.mutableSpan
    var bytes = unsafe span.mutableBytes
    cipher.transform(input.rawBytes, into: &bytes, iv: iv.rawBytes)
    return output
  }

  private func transformInPlace(
    _ input: [UInt8], with cipher: inout AES256CTR, iv: [UInt8]
  ) -> [UInt8] {
    var output = input
    var span = output.mutableSpan
    var bytes = unsafe span.mutableBytes
    cipher.transform(&bytes, iv: iv.rawBytes)
    return output
  }
}
