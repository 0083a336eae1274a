// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Passes questions on, and remembers when the person last showed to be the owner, so that a
/// context that allows it need not ask so soon again.
///
/// A keychain and the contexts of a program share one.
package final class RememberingAuthenticator: Authenticator {
  private let authenticator: any Authenticator
  private let now: @Sendable () -> Double
  private let times = Mutex<[AuthenticationPolicy: Double]>([:])

  /// Remembers what `authenticator` finds; `now` counts seconds, never backwards.
  package init(
    _ authenticator: any Authenticator, now: @escaping @Sendable () -> Double = secondsSinceStart
  ) {
    self.authenticator = authenticator
    self.now = now
  }

  package var biometry: Biometry { authenticator.biometry }
  package var biometryState: [UInt8]? { authenticator.biometryState }

  package func check(_ policy: AuthenticationPolicy) throws(AuthenticationFailure) {
    try authenticator.check(policy)
  }

  package func ask(_ question: AuthenticationQuestion) throws(AuthenticationFailure) {
    try authenticator.ask(question)
    let time = now()
    times.withLock { times in
      times[question.policy] = time
      // Whoever was recognised by a part of the owner's means is the owner.
      if question.policy == .passphrase || question.policy == .biometry { times[.owner] = time }
    }
  }

  package func hasRecognised(by policy: AuthenticationPolicy, within seconds: Double) -> Bool {
    guard canAsk(policy), let time = times.withLock({ $0[policy] }) else { return false }
    return now() - time <= seconds
  }

  /// Forgets, as when the keychain is locked.
  package func forget() { times.withLock { $0 = [:] } }

  /// Seconds since the system started, also while it slept.
  package static func secondsSinceStart() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
