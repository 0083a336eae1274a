// SPDX-License-Identifier: Apache-2.0

import Security
import Testing

@Suite("SecRandomCopyBytes")
struct SecRandomTests {
  @Test("fills exactly the bytes that were asked for", arguments: [1, 16, 255, 256, 257, 100_000])
  func fills(count: Int) {
    // A byte stays 0 with a chance of 1 in 256 a try: in 40 tries every byte has changed once.
    var touched = [UInt8](repeating: 0, count: count + 1)
    for _ in 0..<40 {
      var bytes = [UInt8](repeating: 0, count: count + 1)
      #expect(SecRandomCopyBytes(kSecRandomDefault, count, &bytes) == errSecSuccess)
      for i in bytes.indices { touched[i] |= bytes[i] }
    }
    #expect(!touched[..<count].contains(0))
    #expect(touched[count] == 0)
  }

  @Test("two calls give different bytes")
  func differs() {
    var a = Data(count: 32)
    var b = Data(count: 32)
    let results = [
      a.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, 32, $0.baseAddress!) },
      b.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, $0.count, $0.baseAddress!) },
    ]
    #expect(results == [0, 0])
    #expect(a != b)
  }

  @Test("nothing is written for a count of 0, and a negative one is refused")
  func noBytes() {
    var bytes: [UInt8] = [7]
    #expect(SecRandomCopyBytes(kSecRandomDefault, 0, &bytes) == errSecSuccess)
    #expect(SecRandomCopyBytes(nil, -1, &bytes) == errSecParam)
    #expect(bytes == [7])
  }

  @Test("any other generator means the default one")
  func otherGenerator() {
    var bytes = [UInt8](repeating: 0, count: 32)
    #expect(SecRandomCopyBytes(OpaquePointer(bitPattern: 1), bytes.count, &bytes) == errSecSuccess)
    #expect(bytes != [UInt8](repeating: 0, count: 32))
  }
}
