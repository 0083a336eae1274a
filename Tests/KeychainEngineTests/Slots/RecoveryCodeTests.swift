// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import Secrets
import Testing

@Suite("A recovery code")
struct RecoveryCodeTests {
  private func text(_ code: RecoveryCode) -> String {
    String(decoding: code.text.bytes.withBytes { $0.array }, as: UTF8.self)
  }

  private func typed(_ text: String) throws(KeychainEngineError) -> RecoveryCode {
    try RecoveryCode(typed: SharedSecret(copying: Array(text.utf8).rawBytes))
  }

  private let example = RecoveryCode(SharedSecret(copying: [UInt8](0..<16).rawBytes))

  @Test("is 28 symbols in seven groups, the last twelve bits the start of SHA-256")
  func layout() throws {
    // SHA-256 of 00 01 … 0f begins with be45.
    let shown = text(example)
    #expect(shown.split(separator: "-").map(\.count) == [4, 4, 4, 4, 4, 4, 4])
    #expect(shown == "000G-40R4-0M30-E209-185G-R38E-1YZ4")
  }

  @Test("is read as it was shown, in small letters, without groups, with O, I and L for 0 and 1")
  func reading() throws {
    for _ in 0..<100 {
      let code = RecoveryCode.random()
      let shown = text(code)
      let sloppy = shown.lowercased().split(separator: "-").joined(separator: " ")
        .replacing("0", with: "o").replacing("1", with: "l")
      #expect(text(try typed(shown)) == shown)
      #expect(text(try typed("  \(sloppy)\n")) == shown)
    }
  }

  @Test("with any one symbol wrong is refused, as are most that have two swapped")
  func mistakes() throws {
    let symbols = Array(text(example))
    for i in symbols.indices where symbols[i] != "-" {
      for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where other != symbols[i] {
        var changed = symbols
        changed[i] = other
        #expect(throws: KeychainEngineError(.param, "")) { try typed(String(changed)) }
      }
    }
  }

  @Test(
    "of another length or with other symbols is refused in words that do not repeat it",
    arguments: ["", "0000", "000G-40R4-0M30-E209-185G-R38E-1WZ4-0", "U00G-40R4-0M30-E209", "é"])
  func refused(_ text: String) {
    do {
      _ = try typed(text)
      Issue.record("it was taken")
    } catch {
      #expect(error.status == .param)
      #expect(text.isEmpty || text == "é" || !error.reason.contains(text))
    }
  }
}
