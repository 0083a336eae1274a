// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import KeychainRequests

// One encoding for one meaning: what decodes, encodes to the same bytes.
fuzz { bytes in
  if let list = try? DERPropertyList.decode(bytes) {
    precondition(DERPropertyList.encode(list) == bytes)
  }
  if let control = try? AccessControl(encoded: bytes) {
    precondition(control.encoded == bytes)
    _ = control.summary
    let bound = control.bound(to: [1])
    precondition((try? AccessControl(encoded: bound.encoded)) == bound)
  }
}
