// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import KeychainRequests
import Secrets

// One encoding for one meaning: what decodes, encodes to the same bytes.
fuzz { bytes in
  guard let decoded = try? AttributeCodec.decode(bytes.rawBytes) else { return }
  let attributes = Dictionary(uniqueKeysWithValues: decoded.map { ($0.key, $0.value) })
  precondition(AttributeCodec.encode(attributes) == bytes)
}
