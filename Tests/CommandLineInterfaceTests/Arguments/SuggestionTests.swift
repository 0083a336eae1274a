// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import Testing

@Suite("A suggestion")
struct SuggestionTests {
  private let names = ["find-generic-password", "delete-generic-password", "error", "help"]

  @Test(
    "is the name that a slip of the fingers leads to",
    arguments: [
      ("find-generic-pasword", "find-generic-password"),
      ("find-genric-pasword", "find-generic-password"),
      ("dlete-generic-password", "delete-generic-password"),
      ("eror", "error"),
      ("hepl", "help"),
      ("errors", "error"),
    ])
  func near(_ typed: String, _ name: String) {
    #expect(Suggestion.nearest(to: typed, among: names) == name)
  }

  @Test("is not made for what resembles nothing", arguments: ["", "x", "unlock", "quit", "hat"])
  func far(_ typed: String) {
    #expect(Suggestion.nearest(to: typed, among: names) == nil)
  }
}
