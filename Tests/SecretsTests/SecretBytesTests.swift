// SPDX-License-Identifier: Apache-2.0

import ProcessMemory
import Secrets
import Testing

@Suite("SecretBytes")
struct SecretBytesTests {
  static let sizes = [1, 31, 32, 33, 4096, 4097, 16_384, 16_385, 100_000, 204_800]

  @Test("new bytes are zero, also in memory that was used before", arguments: [0] + sizes)
  func startsZero(count: Int) {
    for _ in 0..<3 {
      var secret = SecretBytes(count: count)
      let bytes = secret.withBytes { $0.array }
      #expect(bytes == [UInt8](repeating: 0, count: count))
      secret.withMutableBytes { RandomBytes.fill(&$0) }
    }
  }

  @Test("bytes that were written are read back", arguments: [0] + sizes)
  func roundTrip(count: Int) {
    let bytes = RandomBytes.bytes(count)
    let secret = SecretBytes(copying: bytes.rawBytes)
    let read = secret.withBytes { $0.array }
    #expect(read == bytes)
  }

  @Test("a copy is equal and independent", arguments: [0] + sizes)
  func copy(count: Int) {
    let original = SecretBytes(count: count, seed: 1)
    var copy = original.copy()
    let isEqual = copy.isEqual(to: original)
    #expect(isEqual)
    guard count > 1 else { return }
    copy = SecretBytes(count: count, seed: 2)
    let isStillEqual = copy.isEqual(to: original)
    let isUnchanged = original.isEqual(to: SecretBytes(count: count, seed: 1))
    #expect(!isStillEqual)
    #expect(isUnchanged)
  }

  @Test("secrets are equal only at the same length", arguments: [0, 1, 32], [0, 1, 33])
  func lengths(one: Int, other: Int) {
    let isEqual = SecretBytes(count: one).isEqual(to: SecretBytes(count: other))
    #expect(isEqual == (one == other))
  }

  @Test("random secrets differ")
  func random() {
    let isEqual = SecretBytes.random(count: 32).isEqual(to: .random(count: 32))
    #expect(!isEqual)
  }

  @Test("living secrets never share a byte")
  func noOverlap() {
    let holders = (0..<600).map { SecretHolder(SecretBytes(count: 1 + $0 * 37 % 5000, seed: 1)) }
    let ranges = holders.map { holder in
      let start = holder.secret.address()
      return start..<start + UInt(holder.secret.count)
    }.sorted { $0.lowerBound < $1.lowerBound }
    for (earlier, later) in zip(ranges, ranges.dropFirst()) {
      #expect(earlier.upperBound <= later.lowerBound)
    }
    // Until here, so that none is released and handed out again.
    withExtendedLifetime(holders) {}
  }

  @Test("neither description, dump nor mirror shows a byte of a secret")
  func description() {
    let holder = SecretHolder(SecretBytes(copying: Array("ABABABABABAB".utf8).rawBytes))
    var dumped = ""
    dump(holder, to: &dumped)
    let texts =
      [dumped, String(describing: holder), String(reflecting: holder)]
      + Mirror(reflecting: holder).children.map { String(reflecting: $0.value) }
    for text in texts {
      #expect(!text.contains("AB"))
      #expect(!text.contains("65"))
      #expect(!text.contains("41"))
    }
    #expect(dumped.contains("secret"))
  }
}

/// Keeps a secret where only copyable values fit.
final class SecretHolder {
  let secret: SecretBytes

  init(_ secret: consuming SecretBytes) { self.secret = secret }
}
