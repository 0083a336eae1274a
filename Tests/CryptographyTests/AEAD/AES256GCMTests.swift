// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Cryptography
@testable import Secrets

@Suite("AES-256-GCM")
struct AES256GCMTests {
  /// From McGrew and Viega, The Galois/Counter Mode of Operation, appendix B.
  struct Vector: Sendable {
    let key, nonce, plaintext, ciphertext, tag: String

    /// Test cases 13, 14 and 15.
    static let all = [
      Vector(
        key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12),
        plaintext: "", ciphertext: "", tag: "530f8afbc74536b9a963b4f1c4cb738b"),
      Vector(
        key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12),
        plaintext: String(repeating: "00", count: 16),
        ciphertext: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"),
      Vector(
        key: String(repeating: "feffe9928665731c6d6a8f9467308308", count: 2),
        nonce: "cafebabefacedbaddecaf888",
        plaintext: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
          + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255",
        ciphertext: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
          + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad",
        tag: "b094dac5d93471bdec1a502270e3cc6c"),
    ]
  }

  private func seal(
    _ cipher: inout AES256GCM, _ plaintext: [UInt8], nonce: [UInt8]
  ) -> (ciphertext: [UInt8], tag: [UInt8]) {
    var ciphertext = [UInt8](repeating: 0, count: plaintext.count)
    var tag = [UInt8](repeating: 0, count: 16)
    do {
      var bytes = ciphertext.mutableSpan
      var tagBytes = tag.mutableSpan
      var output = unsafe bytes.mutableBytes
      var tagOutput = unsafe tagBytes.mutableBytes
      cipher.seal(plaintext.rawBytes, nonce: nonce.rawBytes, into: &output, tag: &tagOutput)
    }
    return (ciphertext, tag)
  }

  private func open(
    _ cipher: inout AES256GCM, _ ciphertext: [UInt8], nonce: [UInt8], tag: [UInt8]
  ) -> (isAuthentic: Bool, bytes: [UInt8]) {
    var result = ciphertext
    var bytes = result.mutableSpan
    var output = unsafe bytes.mutableBytes
    let isAuthentic = cipher.open(&output, nonce: nonce.rawBytes, tag: tag.rawBytes)
    return (isAuthentic, result)
  }

  @Test("the published boxes are right, twice with one value", arguments: Vector.all)
  func published(vector: Vector) {
    var cipher = AES256GCM(key: [UInt8](hex: vector.key).rawBytes)
    let nonce = [UInt8](hex: vector.nonce)
    let plaintext = [UInt8](hex: vector.plaintext)
    for _ in 0..<2 {
      let box = seal(&cipher, plaintext, nonce: nonce)
      #expect(box.ciphertext == [UInt8](hex: vector.ciphertext))
      #expect(box.tag == [UInt8](hex: vector.tag))
      let opened = open(&cipher, box.ciphertext, nonce: nonce, tag: box.tag)
      #expect(opened.isAuthentic && opened.bytes == plaintext)
    }
  }

  @Test("a changed bit in box, nonce or tag does not open, and leaves nothing readable")
  func changed() {
    let vector = Vector.all[2]
    var cipher = AES256GCM(key: [UInt8](hex: vector.key).rawBytes)
    let parts = [vector.ciphertext, vector.nonce, vector.tag].map { [UInt8](hex: $0) }
    for part in parts.indices {
      for bit in 0..<parts[part].count * 8 {
        var changed = parts
        changed[part][bit / 8] ^= 1 << (bit % 8)
        let opened = open(&cipher, changed[0], nonce: changed[1], tag: changed[2])
        #expect(!opened.isAuthentic && opened.bytes.allSatisfy { $0 == 0 })
      }
    }
    let opened = open(&cipher, parts[0], nonce: parts[1], tag: parts[2])
    #expect(opened.isAuthentic, "a refused box has spoilt the next one")
  }
}
