// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import KeychainClient

// Whatever lies beside a program: an answer, no trap.
fuzz { bytes in
  _ = XMLPropertyLists().entitlements(bytes)
  if let identifier = XMLPropertyLists().bundleIdentifier(bytes) {
    precondition(!identifier.isEmpty)
  }
}
