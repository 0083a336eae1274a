// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Cryptography
@testable import Secrets

@Suite("Digests")
struct SHA2Tests {
  @Test("all digests of NIST's example messages are right", arguments: DigestVector.all)
  func published(vector: DigestVector) {
    let message = vector.message
    let digests = [
      InsecureSHA1.sha1(message.rawBytes), SHA2.sha224(message.rawBytes),
      SHA2.sha256(message.rawBytes), SHA2.sha384(message.rawBytes), SHA2.sha512(message.rawBytes),
    ]
    let expected = [vector.sha1, vector.sha224, vector.sha256, vector.sha384, vector.sha512]
    #expect(digests == expected.map { [UInt8](hex: $0) })
  }
}
