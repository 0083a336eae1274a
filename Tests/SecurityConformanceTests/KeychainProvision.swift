// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainEngine
import KeychainRequests
import Security

// How a keychain and entitlements are provided here. Whoever runs the table against another
// implementation replaces this file, and no other one.

/// The access groups of the program in the table, and those of another one.
enum Group {
  static let first = "TEAM.app"
  static let second = "TEAM.shared"
  static let foreign = "OTHER.app"
}

/// An empty keychain, for one case of the table.
struct ProvidedKeychain {
  private let engine = KeychainEngine(location: .memory, authenticator: AbsentOwner())

  /// Runs `body` as a program whose entitlements list the access groups `groups`.
  func withEntitlements<R>(_ groups: [String], _ body: () -> R) -> R {
    let caller = Caller(
      userID: 1000, applicationIdentifier: groups.first ?? "TEAM.none",
      accessGroups: .listed(groups), evidence: .explicit)
    let connection = KeychainConnection(engine: engine, caller: caller)
    return KeychainInUse.$connection.withValue(connection, operation: body)
  }
}

/// A device that has a passcode and no biometry, with nobody before it.
private struct AbsentOwner: Authenticator {
  var biometry: Biometry { .none }

  func check(_ policy: AuthenticationPolicy) throws(AuthenticationFailure) {
    switch policy {
    case .owner, .passphrase: return
    case .biometry, .biometryOrCompanion: throw .noBiometry
    case .companion: throw .noCompanion
    }
  }

  func ask(_ question: AuthenticationQuestion) throws(AuthenticationFailure) {
    // No case of the table lets anybody be asked.
    throw .cancelledBySystem
  }
}
