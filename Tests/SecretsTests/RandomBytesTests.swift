// SPDX-License-Identifier: Apache-2.0

import Secrets
import Testing

@Suite("RandomBytes")
struct RandomBytesTests {
  @Test("as many bytes come as were asked for", arguments: [0, 1, 24, 255, 256, 257, 100_000])
  func count(count: Int) {
    #expect(RandomBytes.bytes(count).count == count)
  }

  @Test("no value comes twice in ten thousand draws")
  func distinct() {
    #expect(Set((0..<10_000).map { _ in RandomBytes.bytes(16) }).count == 10_000)
  }

  @Test("every bit is set about half the time")
  func balance() {
    var ones = [Int](repeating: 0, count: 8)
    for byte in RandomBytes.bytes(80_000) {
      for bit in 0..<8 where byte & (1 << bit) != 0 { ones[bit] += 1 }
    }
    // Ten standard deviations of 141: a fair generator misses this less than once in 10²².
    #expect(ones.allSatisfy { (38_590...41_410).contains($0) })
  }

  @Test("fill reaches the first and the last byte")
  func fill() {
    var first: Set<UInt8> = []
    var last: Set<UInt8> = []
    for _ in 0..<200 {
      let secret = SecretBytes.random(count: 300)
      first.insert(secret.withBytes { $0.byte(at: 0) })
      last.insert(secret.withBytes { $0.byte(at: 299) })
    }
    #expect(first.count > 10)
    #expect(last.count > 10)
  }
}
