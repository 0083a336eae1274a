// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import KeychainEngine
import KeychainRequests
import Synchronization

let caller = Caller(
  userID: 1000, applicationIdentifier: "fuzz", accessGroups: .listed(["group", "other"]),
  evidence: .explicit)

/// Somebody who has a passcode and a finger, and says yes two times out of three.
final class MoodyPerson: Authenticator {
  let biometry = Biometry.fingerprint
  let biometryState: [UInt8]? = [1]
  let count = Mutex(0)

  func check(_ policy: AuthenticationPolicy) throws(AuthenticationFailure) {
    if policy == .companion { throw .noCompanion }
  }

  func ask(_ question: AuthenticationQuestion) throws(AuthenticationFailure) {
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number % 3 == 0 { throw .cancelledByPerson }
  }
}

// Whatever is asked, the engine answers. A keychain lives for some requests, so that they meet
// items.
fuzz { bytes in
  let engine = KeychainEngine(location: .memory, authenticator: MoodyPerson(), now: { 0 })
  var input = InputReader(bytes)
  while !input.isAtEnd {
    let response = engine.execute(input.request(), for: caller)
    precondition(response.status == .success || response.items.isEmpty)
  }
}
