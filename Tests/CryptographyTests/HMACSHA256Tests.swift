// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Cryptography
@testable import Secrets

@Suite("HMAC-SHA-256")
struct HMACSHA256Tests {
  @Test("RFC 4231 test case 2")
  func rfc4231() {
    let mac = HMACSHA256(key: Array("Jefe".utf8).rawBytes)
    let tag = mac.tag(of: Array("what do ya want for nothing?".utf8).rawBytes)
    #expect(tag.prefix(4) == [0x5b, 0xdc, 0xc1, 0x46])
  }
}
