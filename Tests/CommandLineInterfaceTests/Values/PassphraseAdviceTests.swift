// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import KeychainRequests
import Secrets
import Testing

@Suite("Advice on a passphrase")
struct PassphraseAdviceTests {
  private func hint(_ text: String) -> String? {
    PassphraseAdvice.hint(on: SharedSecret(copying: Array(text.utf8).rawBytes))
  }

  @Test(
    "is given for one that is short, a number, or few characters again and again",
    arguments: [
      "secret", "hunter2hunt", "1234567890123456789", "aaaaaaaaaaaaaaaaaaaa", "äöüäöüäöü",
    ]
  )
  func weak(_ passphrase: String) throws {
    let hint = try #require(self.hint(passphrase))
    #expect(!hint.contains(passphrase))
  }

  @Test(
    "is not given for words and characters that are long enough",
    arguments: [
      "correct horse battery staple", "k7Qp2mZx9Rt4Vb6N", "31415926535897932384",
      "größer als gedacht",
    ])
  func fine(_ passphrase: String) { #expect(self.hint(passphrase) == nil) }
}
