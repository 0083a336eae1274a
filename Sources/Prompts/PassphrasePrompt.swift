// SPDX-License-Identifier: Apache-2.0

package import Secrets

/// A way to ask a person for a passphrase.
package protocol PassphrasePrompt: Sendable {
  /// Returns if somebody could be asked now; asks nobody.
  ///
  /// - Throws: ``PromptFailure`` with `nobodyToAsk` when there is no such way here and another may
  ///   be tried, and with another code when the way was chosen and does not work.
  func check() throws(PromptFailure)

  /// Asks, and returns the bytes that were given, exactly: valid UTF-8 that nobody has normalised,
  /// at most ``PassphraseQuestion/longestAnswer``.
  ///
  /// It blocks until there is an answer, the time limit of the question is over, or it is
  /// withdrawn.
  func ask(_ question: PassphraseQuestion) throws(PromptFailure) -> SecretBytes
}

extension PassphrasePrompt {
  /// Whether somebody could be asked now.
  package var canAsk: Bool {
    do throws(PromptFailure) {
      try check()
      return true
    } catch {
      return false
    }
  }
}
