// SPDX-License-Identifier: Apache-2.0

/// Asks the person who owns the device whether something may be done.
///
/// Whoever has a way to ask conforms: an agent on a desktop, a terminal, a script in tests.
package protocol Authenticator: Sendable {
  /// What the device recognises people by, whether or not it can do so now.
  var biometry: Biometry { get }

  /// Returns if somebody could be asked now; asks nobody.
  func check(_ policy: AuthenticationPolicy) throws(AuthenticationFailure)

  /// Asks, and returns once the person has shown to be the owner.
  ///
  /// It blocks as long as the person takes, which it bounds, and ends early when the question is
  /// withdrawn. Somebody who is wrong may try again, three times in all, before it is `rejected`:
  /// whoever asks asks once.
  func ask(_ question: AuthenticationQuestion) throws(AuthenticationFailure)

  /// A mark that changes when other fingers or faces are enrolled; nil where nobody tells.
  var biometryState: [UInt8]? { get }

  /// Whether the person has shown to be the owner in this way within so many seconds, whoever
  /// asked.
  func hasRecognised(by policy: AuthenticationPolicy, within seconds: Double) -> Bool
}

extension Authenticator {
  package var biometryState: [UInt8]? { nil }

  package func hasRecognised(by policy: AuthenticationPolicy, within seconds: Double) -> Bool {
    false
  }
}

/// What a device recognises people by.
package enum Biometry: Sendable { case none, fingerprint, face, iris }

/// By what the owner may be recognised.
package enum AuthenticationPolicy: Sendable, CaseIterable {
  /// Biometry, or else the passphrase.
  case owner
  /// The passphrase, and nothing in its place.
  case passphrase
  case biometry
  /// A paired device, such as a watch.
  case companion
  case biometryOrCompanion
}

/// Why nobody could be asked, or the person did not show to be the owner.
package enum AuthenticationFailure: Error, Sendable, CaseIterable {
  case noPassphrase
  case noBiometry
  case nobodyEnrolled
  /// Too many attempts failed; the passphrase is needed first.
  case biometryLocked
  case noCompanion
  /// There is a passphrase, and no way to ask a person for it: no terminal, no display, no program.
  case nobodyToAsk
  /// The person gave what was asked for, and it was wrong.
  case rejected
  case cancelledByPerson
  /// The person would rather use the other way that the question offered.
  case fallbackChosen
  /// Something more important came between.
  case cancelledBySystem
}

/// The authenticator of a keychain that has no passphrase: there is nobody to ask.
package struct NoAuthenticator: Authenticator {
  package init() {}

  package var biometry: Biometry { .none }

  package func check(_ policy: AuthenticationPolicy) throws(AuthenticationFailure) {
    switch policy {
    case .owner, .passphrase: throw .noPassphrase
    case .biometry, .biometryOrCompanion: throw .noBiometry
    case .companion: throw .noCompanion
    }
  }

  package func ask(_ question: AuthenticationQuestion) throws(AuthenticationFailure) {
    try check(question.policy)
  }
}
