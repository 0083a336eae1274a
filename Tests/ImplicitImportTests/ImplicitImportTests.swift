// SPDX-License-Identifier: Apache-2.0

// No `import Security`: on Apple's systems Foundation brings it, and most existing files rely on
// that. Here the compiler is told to import it into every file; see
// Documentation/porting.md.
import Foundation
import Testing

@Suite("Files that import Foundation only")
struct ImplicitImportTests {
  @Test("see the constants, the codes and the functions of Security")
  func names() {
    let query = [kSecClass as String: kSecClassGenericPassword] as CFDictionary
    #expect(query["class"] as? String == "genp")
    var bytes = [UInt8](repeating: 0, count: 16)
    let status: OSStatus = SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes)
    #expect(status == errSecSuccess)
    #expect(bytes != [UInt8](repeating: 0, count: 16))
  }
}
