// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Secrets

/// Gets a new secret from a person, who types it twice, or from a program that writes it to
/// standard input.
package struct SecretQuestion {
  private let first: String
  private let again: String

  private static let tries = 3

  /// - Parameters:
  ///   - first: the words in front of the cursor.
  ///   - again: the words when it is typed for the second time.
  package init(first: String, again: String) {
    self.first = first
    self.again = again
  }

  /// Reads the secret.
  ///
  /// At a terminal nothing is shown, and whoever mistypes gets three tries. Elsewhere the secret is
  /// one line of the input; a second line must repeat it, and only the end of the input may take
  /// its place.
  ///
  /// - Throws: ``CommandLineError`` with `noSecret` when there is none or the two differ.
  package func ask(_ input: InputLines) throws(CommandLineError) -> SharedSecret {
    guard input.isTerminal else { return try readLines(input) }
    let typing = HiddenTyping(input: input)
    for _ in 0..<Self.tries {
      guard let secret = try typing.ask(first), let copy = try typing.ask(again) else {
        throw CommandLineError(.noSecret, "no password was typed")
      }
      if secret.bytes.isEqual(to: copy.bytes) { return secret }
      try typing.say("the passwords differ")
    }
    throw CommandLineError(.noSecret, "no password was typed twice in the same way")
  }

  private func readLines(_ input: InputLines) throws(CommandLineError) -> SharedSecret {
    guard let secret = try input.next() else {
      throw CommandLineError(
        .noSecret, "standard input has no password; write it there as one line")
    }
    if let copy = try input.next(), !copy.bytes.isEqual(to: secret.bytes) {
      throw CommandLineError(
        .noSecret, "the first two lines of standard input differ; both must be the password")
    }
    return secret
  }
}
