// SPDX-License-Identifier: Apache-2.0

import Secrets
import Testing

@Suite("SecretBytes")
struct SecretBytesTests {
  @Test("new bytes are zero, also in memory that was used before", arguments: [0, 1, 31, 32, 33, 4096, 100_000])
  func startsZero(count: Int) {
    for _ in 0..<3 {
      var secret = SecretBytes(count: count)
      #expect(secret.count == count)
      secret.withBytes { bytes in
        for i in 0..<count { #expect(bytes.byte(at: i) == 0) }
      }
      secret.withMutableBytes { RandomBytes.fill(&$0) }
    }
  }
}
