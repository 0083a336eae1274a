// SPDX-License-Identifier: Apache-2.0

import Security
import Testing

@Suite("Constants")
struct ConstantTests {
  @Test("every constant has Apple's string, so that dictionaries written with either agree")
  func strings() {
    for (name, constant, string) in constantList {
      #expect(constant as String == string, "\(name)")
    }
  }

  @Test("the constants of a family begin alike, and protocols have four characters")
  func families() {
    for (name, constant, _) in constantList {
      let string = constant as String
      if name.hasPrefix("kSecReturn") { #expect(string.hasPrefix("r_"), "\(name)") }
      if name.hasPrefix("kSecMatch") { #expect(string.hasPrefix("m_"), "\(name)") }
      if name.hasPrefix("kSecValue") { #expect(string.hasPrefix("v_"), "\(name)") }
      if name.hasPrefix("kSecAttrProtocol"), constant != kSecAttrProtocol {
        #expect(string.utf8.count == 4, "\(name)")
      }
    }
  }

  @Test("constants can be used from any thread")
  func threads() async {
    let strings = await withTaskGroup(of: String.self) { group in
      for _ in 0..<64 { group.addTask { kSecAttrAccessibleAfterFirstUnlock as String } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(strings == ["ck"])
  }
}
