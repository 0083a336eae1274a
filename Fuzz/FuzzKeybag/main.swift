// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import KeychainEngine
import KeychainRequests

// Noise is an error. What decodes, encodes to the same bytes up to the MACs, which need the keys.
fuzz { bytes in
  // Past the magic and the version, where all the rest is.
  let file = KeybagCodec.magic + [0, 2] + bytes
  guard let decoded = try? KeybagCodec.decode(file) else { return }
  precondition(KeybagCodec.encode(decoded.keybag) == decoded.authenticated)
}
