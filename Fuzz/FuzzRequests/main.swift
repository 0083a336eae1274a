// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import KeychainEngine
import KeychainRequests

let caller = Caller(
  userID: 1000, applicationIdentifier: "fuzz", accessGroups: .listed(["group", "other"]),
  evidence: .explicit)

// Whatever is asked, the engine answers. A keychain lives for some requests, so that they meet
// items.
fuzz { bytes in
  let engine = KeychainEngine(location: .memory, now: { 0 })
  var input = InputReader(bytes)
  while !input.isAtEnd {
    let response = engine.execute(input.request(), for: caller)
    precondition(response.status == .success || response.items.isEmpty)
  }
}
