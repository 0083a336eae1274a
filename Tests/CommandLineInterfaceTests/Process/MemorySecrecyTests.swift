// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import Testing

@Suite("The secrecy of a program's memory")
struct MemorySecrecyTests {
  @Test("keeps others of the user out, and writes no core file")
  func begin() async {
    await #expect(processExitsWith: .success) {
      precondition(MemorySecrecy.isExposed)
      MemorySecrecy.begin()
      precondition(!MemorySecrecy.isExposed)
      precondition(CoreFileLimit().byteCount == 0)
    }
  }

  @Test("leaves programs that it starts the limit on core files that it had itself")
  func inherited() async {
    await #expect(processExitsWith: .success) {
      let before = CoreFileLimit()
      let inherited = MemorySecrecy.begin()
      precondition(inherited == before)
      inherited.apply()
      precondition(CoreFileLimit() == before)
    }
  }
}
