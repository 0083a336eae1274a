// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import Secrets
import Testing

@Suite("The dump of bytes")
struct ByteDumpTests {
  private func dump(_ bytes: [UInt8]) -> String {
    Page.print { ByteDump.write(bytes.rawBytes, to: $0) }
  }

  @Test(
    "is the text in quotes when all of it is printable",
    arguments: ["alice", " ", "~", "it's", "say \"hi\"", "0x41", "<NULL>"])
  func printable(_ text: String) {
    #expect(dump(Array(text.utf8)) == "\"\(text)\"")
  }

  @Test("is nothing for no bytes")
  func empty() {
    #expect(dump([]) == "")
  }

  @Test(
    "has digits, two spaces and octal escapes when only some are printable",
    arguments: [
      ([0x61, 0x5C, 0x62], #"0x615C62  "a\134b""#),
      ([0x61, 0x0A], #"0x610A  "a\012""#),
      ([0x63, 0x61, 0x66, 0xC3, 0xA9], #"0x636166C3A9  "caf\303\251""#),
      ([0x41, 0x00, 0x7F, 0xFF, 0x09], #"0x41007FFF09  "A\000\177\377\011""#),
      ([0x22, 0x80], #"0x2280  ""\200""#),
    ] as [([UInt8], String)])
  func mixed(_ bytes: [UInt8], _ text: String) {
    #expect(dump(bytes) == text)
  }

  @Test(
    "has digits and one space when none is printable",
    arguments: [([0], "0x00 "), ([0x5C], "0x5C "), ([0xFF, 0x1F, 0x7F], "0xFF1F7F ")]
      as [([UInt8], String)])
  func unprintable(_ bytes: [UInt8], _ text: String) {
    #expect(dump(bytes) == text)
  }

  @Test(
    "of a number is that of its bytes from the most significant on",
    arguments: [
      (7, "0x00000007 "), (0x6674_7020, "\"ftp \""), (0x41, "0x00000041  \"\\000\\000\\000A\""),
    ] as [(UInt32, String)])
  func number(_ number: UInt32, _ text: String) {
    #expect(Page.print { ByteDump.write(number, to: $0) } == text)
  }
}

@Suite("A password that stands alone")
struct PasswordTextTests {
  @Test(
    "is itself when all of it is printable ASCII, a backslash included, and else lowercase digits",
    arguments: [
      ([], ""), (Array(#"a\b "c" ~"#.utf8), #"a\b "c" ~"#), ([0x61, 0x0A], "610a"),
      ([0xC3, 0xA9], "c3a9"),
      ([0x7F], "7f"), ([0x00], "00"), ([0x09], "09"),
    ] as [([UInt8], String)])
  func text(_ bytes: [UInt8], _ text: String) {
    #expect(Page.print { PasswordText.write(bytes.rawBytes, to: $0) } == text)
  }
}
