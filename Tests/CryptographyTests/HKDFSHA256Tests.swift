// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Cryptography
@testable import Secrets

@Suite("HKDF-SHA-256")
struct HKDFSHA256Tests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  struct Vector: Sendable {
    let input, salt, info: [UInt8]
    let count: Int
    let key, output: String
  }

  // RFC 5869, appendix A.1, A.2 and A.3.
  static let vectors = [
    Vector(
      input: Array(repeating: 0x0b, count: 22), salt: Array(0x00...0x0c), info: Array(0xf0...0xf9),
      count: 42, key: "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
      output: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
    Vector(
      input: Array(0x00...0x4f), salt: Array(0x60...0xaf), info: Array(0xb0...0xff), count: 82,
      key: "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
      output: "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
        + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
        + "cc30c58179ec3e87c14c01d5c1f3434f1d87"),
    Vector(
      input: Array(repeating: 0x0b, count: 22), salt: [], info: [], count: 42,
      key: "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
      output: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
  ]

  @Test("the SHA-256 test cases of RFC 5869", arguments: vectors)
  func rfc5869(vector: Vector) {
    let key = HKDFSHA256.extract(
      salt: vector.salt.rawBytes, inputKeyMaterial: vector.input.rawBytes)
    #expect(hex(key.withBytes { $0.array }) == vector.key)
    let output = HKDFSHA256.expand(key, info: vector.info.rawBytes, count: vector.count)
    #expect(hex(output.withBytes { $0.array }) == vector.output)
  }
}
