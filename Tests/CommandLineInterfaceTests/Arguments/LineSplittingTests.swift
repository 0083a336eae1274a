// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import Testing

@Suite("A line of the interactive mode")
struct LineSplittingTests {
  @Test(
    "falls into words by the quotes and backslashes of macOS",
    arguments: [
      ("", []),
      (" \t ", []),
      ("one", ["one"]),
      ("  one\ttwo  ", ["one", "two"]),
      ("-w 'two words' x", ["-w", "two words", "x"]),
      ("-w \"it's\"", ["-w", "it's"]),
      ("\"a \\\" b\" 'c \\' d'", ["a \" b", "c ' d"]),
      ("a\\ b \\\\", ["a b", "\\"]),
      ("\"\" ''", ["", ""]),
      ("\"a\"b", ["a", "b"]),
      ("a\"b c\"", ["a\"b", "c\""]),
      ("'open to the end ", ["open to the end "]),
      ("end\\", ["end"]),
      ("\"a\\nb\"", ["anb"]),
      ("# no comment", ["#", "no", "comment"]),
      ("grüße", ["grüße"]),
    ])
  func split(_ line: String, _ words: [String]) {
    #expect(LineSplitting.words(of: Word(line).secret).map(\.text) == words)
  }
}
