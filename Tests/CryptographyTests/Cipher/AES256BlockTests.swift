// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Cryptography
@testable import Secrets

@Suite("AES-256 on single blocks")
struct AES256BlockTests {
  // FIPS 197, appendix C.3.
  private static let key = [UInt8](0..<32)
  private static let plaintext = [UInt8](hex: "00112233445566778899aabbccddeeff")
  private static let ciphertext = [UInt8](hex: "8ea2b7ca516745bfeafc49904b496089")

  @Test("NIST's example encrypts, every time it is asked for")
  func published() {
    var cipher = AES256Block(key: Self.key.rawBytes)
    for _ in 0..<3 {
      let block = encrypt(Self.plaintext, with: &cipher)
      #expect(block == Self.ciphertext)
    }
  }

  @Test("a block is what counter mode makes of zeros", arguments: 0..<8)
  func stream(seed: UInt8) {
    let key = (0..<32).map { UInt8($0) &* 7 &+ seed }
    let counter = (0..<16).map { UInt8($0) &* 13 &+ seed }
    var cipher = AES256Block(key: key.rawBytes)
    let block = encrypt(counter, with: &cipher)
    var stream = [UInt8](repeating: 0, count: 16)
    do {
      var counterMode = AES256CTR(key: key.rawBytes)
      var span = stream.mutableSpan
      var bytes = unsafe span.mutableBytes
      counterMode.transform(&bytes, iv: counter.rawBytes)
    }
    #expect(block == stream)
  }

  @Test("a block of another length stops the process", arguments: [0, 15, 17, 32])
  func wrongLength(count: Int) async {
    await #expect(processExitsWith: .failure) { [count] in
      var cipher = AES256Block(key: [UInt8](repeating: 1, count: 32).rawBytes)
      var output = [UInt8](repeating: 0, count: 16)
      var span = output.mutableSpan
      var bytes = unsafe span.mutableBytes
      cipher.encrypt([UInt8](repeating: 1, count: count).rawBytes, into: &bytes)
    }
  }

  private func encrypt(_ block: [UInt8], with cipher: inout AES256Block) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 16)
    var span = output.mutableSpan
    var bytes = unsafe span.mutableBytes
    cipher.encrypt(block.rawBytes, into: &bytes)
    return output
  }
}
