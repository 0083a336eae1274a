// SPDX-License-Identifier: Apache-2.0

package import KeychainEngine
package import KeychainRequests
package import Prompts
internal import Secrets
internal import Synchronization

/// The person who owns a keychain, recognised by its passphrase: what is given right unlocks the
/// keychain, too.
package final class KeychainOwner: Authenticator {
  private final class Kept: Sendable {
    let engine = Mutex<Reference>(Reference())

    /// Who asks does not keep the keychain open.
    struct Reference { weak var engine: KeychainEngine? }

    var current: KeychainEngine? { engine.withLock { $0.engine } }
  }

  private let kept = Kept()
  private let authenticator: RememberingAuthenticator

  /// Asks by `prompt`.
  package init(prompt: any PassphrasePrompt = PromptChain.standard()) {
    authenticator = RememberingAuthenticator(
      OwnerAuthenticator(
        prompt: prompt, subject: "the keychain",
        hasPassphrase: { [kept] in
          guard let slots = try? kept.current?.slots() else { return false }
          return slots.contains { $0.kind == .passphrase }
        },
        isRight: { [kept] passphrase in
          guard let engine = kept.current else { throw AuthenticationFailure.cancelledBySystem }
          do throws(KeychainEngineError) {
            try engine.unlock(with: .passphrase(SharedSecret(passphrase.copy())))
            return true
          } catch {
            guard error.status == .authFailed else { throw error }
            return false
          }
        }))
  }

  /// Says whose keychain it is.
  package func own(_ engine: KeychainEngine) { kept.engine.withLock { $0.engine = engine } }

  package var biometry: Biometry { authenticator.biometry }
  package var biometryState: [UInt8]? { authenticator.biometryState }

  package func check(_ policy: AuthenticationPolicy) throws(AuthenticationFailure) {
    try authenticator.check(policy)
  }

  package func ask(_ question: AuthenticationQuestion) throws(AuthenticationFailure) {
    try authenticator.ask(question)
  }

  package func hasRecognised(by policy: AuthenticationPolicy, within seconds: Double) -> Bool {
    authenticator.hasRecognised(by: policy, within: seconds)
  }
}
