// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import Testing

@Suite("A progress bar")
struct ProgressBarTests {
  @Test("fills from nothing to all of it, and fits the terminal")
  func line() {
    #expect(
      ProgressBar.line("verify", 0, of: 1 << 30, width: 40)
        == "verify [            ]   0 % of 1024 MiB")
    #expect(
      ProgressBar.line("verify", 1 << 29, of: 1 << 30, width: 40)
        == "verify [######      ]  50 % of 1024 MiB")
    #expect(
      ProgressBar.line("verify", 4096, of: 4096, width: 34) == "verify [#########] 100 % of 4 KiB")
    for width in 1..<200 {
      let line = ProgressBar.line("verify", 7, of: 9, width: width)
      #expect(line.count <= max(width, 4) && line.contains("77 %"))
    }
  }

  @Test("counts items where they are no bytes")
  func items() {
    #expect(
      ProgressBar.line("rotate", 50, of: 200, .items, width: 80).hasSuffix("]  25 % of 200 items"))
  }

  @Test("of nothing is full, and beyond its end it stays there")
  func odd() {
    #expect(ProgressBar.line("x", 0, of: 0, width: 30).contains("100 %"))
    #expect(ProgressBar.line("x", 9, of: 5, width: 30).contains("100 %"))
    #expect(ProgressBar.line("x", -1, of: 5, width: 30).contains(" 0 %"))
  }
}
