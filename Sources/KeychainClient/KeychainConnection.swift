// SPDX-License-Identifier: Apache-2.0

package import KeychainEngine
package import KeychainRequests
internal import TPM

/// The door to a keychain, for one caller: every API and every command sends its requests through
/// one.
package final class KeychainConnection: Sendable {
  private enum Destination: Sendable {
    case engine(KeychainEngine)
    case nowhere(reason: String)
  }

  private let destination: Destination
  package let caller: Caller
  /// Who is asked for what items demand of a person.
  package let owner: any Authenticator

  /// Opens nothing before the first request.
  ///
  /// - Parameters:
  ///   - selection: which keychain.
  ///   - caller: for whom.
  ///   - authenticator: asks for what items demand of a person; nil for the owner of the keychain,
  ///     who is asked for its passphrase by whatever way there is.
  ///   - environment: says where this unit's credentials of systemd are, which may open the
  ///     keychain, and which TPM may have sealed its device key.
  package init(
    _ selection: KeychainSelection, caller: Caller,
    authenticator: (any Authenticator)? = nil, environment: Environment = .process
  ) {
    let keychainOwner = KeychainOwner()
    owner = authenticator ?? keychainOwner
    switch selection {
    case .embedded(let location):
      do throws(TPMError) {
        let engine = KeychainEngine(
          location: location, tpm: try environment.tpm, authenticator: owner,
          credentialsFolder: environment.credentialsFolder)
        keychainOwner.own(engine)
        destination = .engine(engine)
      } catch {
        destination = .nowhere(reason: "\(Environment.tpmVariable): \(error.reason)")
      }
    case .unavailable(let reason): destination = .nowhere(reason: reason)
    }
    self.caller = caller
  }

  /// A connection to an engine that exists already, so that several callers can share one keychain.
  package init(engine: KeychainEngine, caller: Caller) {
    destination = .engine(engine)
    self.caller = caller
    owner = engine.authenticator
  }

  private init(_ connection: KeychainConnection, caller: Caller) {
    destination = connection.destination
    self.caller = caller
    owner = connection.owner
  }

  /// A connection to the same keychain for somebody else, sharing what is open.
  package func acting(as caller: Caller) -> KeychainConnection {
    KeychainConnection(self, caller: caller)
  }

  /// The engine itself, for what is done to a keychain and not to its items: locking, the ways in,
  /// new keys.
  ///
  /// - Throws: `errSecNotAvailable` when the keychain is not this process's to open, and
  ///   `errSecUnimplemented` for one in memory, which ends with the process and has no lock.
  package func keys() throws(KeychainEngineError) -> KeychainEngine {
    switch destination {
    case .engine(let engine):
      guard engine.location != .memory else {
        throw KeychainEngineError(
          .unimplemented,
          "a keychain in memory has no lock and no keys to change; it ends with its process")
      }
      return engine
    case .nowhere(let reason): throw KeychainEngineError(.notAvailable, reason)
    }
  }

  /// Executes `request`; a keychain that cannot be reached answers `errSecNotAvailable` with the
  /// reason.
  package func execute(_ request: Request) -> Response {
    switch destination {
    case .engine(let engine): engine.execute(request, for: caller)
    case .nowhere(let reason): Response(failure: .notAvailable, reason: reason)
    }
  }
}
