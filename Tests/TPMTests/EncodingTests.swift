// SPDX-License-Identifier: Apache-2.0

import TPM
import Testing

/// The test bytes of `Documentation/tpm.md`.
@Suite("Encodings")
struct EncodingTests {
  private static let name: [UInt8] = [0x00, 0x0B] + (0x00...0x1F)
  private static let sealedKey: [UInt8] =
    Array("SRTPMKEY".utf8) + [0, 1]
    + [0, 34] + name
    + [0, 46, 0, 8, 0, 0x0B, 0, 0, 4, 0x52, 0, 0, 0, 0x10, 0, 0x20] + (0x20...0x3F)
    + [0, 4, 0xA0, 0xA1, 0xA2, 0xA3]
  private static let storedSecret: [UInt8] =
    Array("SRTPMNVI".utf8) + [0, 1]
    + [0, 34] + name
    + [0x01, 0x80, 0x53, 0x07]
    + [0, 34, 0x00, 0x0B] + (0x40...0x5F)

  @Test("a sealed key is what the format says")
  func sealed() throws {
    let key = try SealedKey(decoding: Self.sealedKey)
    #expect(key.primaryName.bytes == Self.name)
    #expect(key.encoded == Self.sealedKey)
  }

  @Test("the record of a secret is what the format says")
  func stored() throws {
    let secret = try StoredSecret(decoding: Self.storedSecret)
    #expect(secret.primaryName.bytes == Self.name)
    #expect(secret.index == 0x0180_5307)
    #expect(secret.encoded == Self.storedSecret)
  }

  @Test("no part of either is read, and nothing behind it")
  func truncations() {
    for count in Self.sealedKey.indices {
      #expect(throws: TPMError(.damaged, "")) {
        _ = try SealedKey(decoding: Array(Self.sealedKey.prefix(count)))
      }
    }
    for count in Self.storedSecret.indices {
      #expect(throws: TPMError(.damaged, "")) {
        _ = try StoredSecret(decoding: Array(Self.storedSecret.prefix(count)))
      }
    }
    #expect(throws: TPMError(.damaged, "")) {
      _ = try SealedKey(decoding: Self.sealedKey + [0])
    }
    #expect(throws: TPMError(.damaged, "")) {
      _ = try StoredSecret(decoding: Self.storedSecret + [0])
    }
  }

  @Test("a later format says that it is later")
  func later() {
    var (key, secret) = (Self.sealedKey, Self.storedSecret)
    key[9] = 2
    secret[9] = 2
    let error = #expect(throws: TPMError.self) { _ = try SealedKey(decoding: key) }
    #expect(
      error?.reason
        == "the sealed key has format 2; this version of Strongroom reads format 1")
    #expect(throws: TPMError(.laterVersion, "")) { _ = try StoredSecret(decoding: secret) }
  }

  @Test("the index of somebody else is damage", arguments: [0x52, 0x54] as [UInt8])
  func foreignIndex(byte: UInt8) {
    var bytes = Self.storedSecret
    bytes[48] = byte
    #expect(throws: TPMError(.damaged, "")) { _ = try StoredSecret(decoding: bytes) }
  }

  @Test("a private area that no TPM makes is damage", arguments: [0, 513])
  func privateArea(count: Int) {
    var bytes = Array(Self.sealedKey.prefix(Self.sealedKey.count - 6))
    bytes += big(UInt16(count)) + [UInt8](repeating: 1, count: count)
    #expect(throws: TPMError(.damaged, "")) { _ = try SealedKey(decoding: bytes) }
  }
}
