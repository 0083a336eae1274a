// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests

/// Why there is no passphrase.
///
/// The reason is for people and never holds anything that was typed or that a program wrote.
package struct PromptFailure: Error, Sendable {
  package enum Code: Sendable, CaseIterable {
    /// There is no terminal, no display, no program: asking was not even begun.
    case nobodyToAsk
    case cancelled
    case timedOut
    /// The asking side withdrew the question.
    case withdrawn
    /// A program that was chosen for asking cannot be started, broke off, or does not speak its
    /// protocol.
    case programFailed
    case tooLong
    /// Not valid UTF-8: nobody could give these bytes again at another terminal.
    case notUTF8
    /// A new passphrase was not given twice in the same way.
    case neverRepeated
  }

  package let code: Code
  /// What happened and what to do, in lower case and without a full stop.
  package let reason: String
  /// What the program exited with, if that is what failed.
  package let exitCode: CInt?

  package init(_ code: Code, _ reason: String, exitCode: CInt? = nil) {
    self.code = code
    self.reason = reason
    self.exitCode = exitCode
  }

  /// What a call on the keychain answers.
  package var status: Status {
    switch code {
    case .cancelled, .withdrawn: .userCanceled
    case .nobodyToAsk, .timedOut, .programFailed: .interactionNotAllowed
    case .tooLong, .notUTF8, .neverRepeated: .authFailed
    }
  }
}

extension PromptFailure: Equatable {
  /// Whether both have the same code.
  package static func == (a: PromptFailure, b: PromptFailure) -> Bool { a.code == b.code }
}

extension PromptFailure: CustomStringConvertible {
  package var description: String { reason }
}

extension PromptFailure {
  static let timedOut = PromptFailure(.timedOut, "nobody answered in time; ask again")
  static let withdrawn = PromptFailure(.withdrawn, "the question was withdrawn")
  static let cancelled = PromptFailure(.cancelled, "the person cancelled")
  static let tooLong = PromptFailure(
    .tooLong, "the passphrase is longer than \(PassphraseQuestion.longestAnswer) bytes")
  static let notUTF8 = PromptFailure(
    .notUTF8, "the passphrase is not valid UTF-8; check the locale of the terminal or the program")
  static let neverRepeated = PromptFailure(
    .neverRepeated, "no passphrase was given twice in the same way")
}
