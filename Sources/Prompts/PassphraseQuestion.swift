// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests

/// What a person is asked when a passphrase is needed.
package struct PassphraseQuestion: Sendable {
  /// The most bytes that an answer may have: what a terminal can still hand over as one line.
  package static let longestAnswer = 4000
  /// How long people have unless somebody says otherwise.
  package static let usualTimeLimit = Duration.seconds(60)
  /// The most that a time limit can be; what is longer is cut.
  package static let longestTimeLimit = Duration.seconds(3600)

  /// Who asks, for the head of a window.
  package var title: String
  /// What the passphrase belongs to, as in «passphrase for the keychain».
  package var subject: String
  /// The words in front of the place where the answer is typed, and those for the second time; nil
  /// for the usual ones, which name the subject.
  package var label: String?
  package var labelAgain: String?
  /// What the program wants to do, in its own words.
  package var reason: String
  /// The words on the way out, where there is a button; nil for the usual ones.
  package var cancelTitle: String?
  /// What was wrong with the answer before; nil when it is asked for the first time.
  package var complaint: String?
  /// Whether the passphrase is a new one, which must be given twice in the same way.
  package var isNew: Bool
  /// How long everything about the question may take.
  package var timeLimit: Duration
  /// Ends the question early.
  package var withdrawal: Withdrawal

  package init(
    title: String = "Keychain", subject: String, reason: String, cancelTitle: String? = nil,
    complaint: String? = nil, isNew: Bool = false, timeLimit: Duration = usualTimeLimit,
    withdrawal: Withdrawal = Withdrawal()
  ) {
    self.title = title
    self.subject = subject
    self.reason = reason
    self.cancelTitle = cancelTitle
    self.complaint = complaint
    self.isNew = isNew
    self.timeLimit = timeLimit
    self.withdrawal = withdrawal
  }
}
