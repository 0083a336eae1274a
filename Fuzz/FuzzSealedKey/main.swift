// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import TPM

// Noise is an error. What decodes, encodes to the same bytes. The first byte chooses the format,
// past whose magic and version all the rest is.
fuzz { bytes in
  guard let choice = bytes.first else { return }
  let body = [0, 1] + bytes.dropFirst()
  if choice & 1 == 0 {
    let file = Array("SRTPMKEY".utf8) + body
    guard let key = try? SealedKey(decoding: file) else { return }
    precondition(key.encoded == file)
  } else {
    let file = Array("SRTPMNVI".utf8) + body
    guard let secret = try? StoredSecret(decoding: file) else { return }
    precondition(secret.encoded == file)
  }
}
