// SPDX-License-Identifier: Apache-2.0

package import KeychainEngine
package import KeychainRequests

/// The door to a keychain, for one caller: every API and every command sends its requests through
/// one.
package final class KeychainConnection: Sendable {
  private enum Destination: Sendable {
    case engine(KeychainEngine)
    case nowhere(reason: String)
  }

  private let destination: Destination
  package let caller: Caller

  /// Opens nothing before the first request; `authenticator` asks for what items demand of a
  /// person.
  package init(
    _ selection: KeychainSelection, caller: Caller,
    authenticator: any Authenticator = NoAuthenticator()
  ) {
    switch selection {
    case .embedded(let location):
      destination = .engine(KeychainEngine(location: location, authenticator: authenticator))
    case .unavailable(let reason): destination = .nowhere(reason: reason)
    }
    self.caller = caller
  }

  /// A connection to an engine that exists already, so that several callers can share one keychain.
  package init(engine: KeychainEngine, caller: Caller) {
    destination = .engine(engine)
    self.caller = caller
  }

  private init(_ destination: Destination, caller: Caller) {
    self.destination = destination
    self.caller = caller
  }

  /// A connection to the same keychain for somebody else, sharing what is open.
  package func acting(as caller: Caller) -> KeychainConnection {
    KeychainConnection(destination, caller: caller)
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
