// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainEngine
import KeychainRequests
import TestFolders
import Testing

extension KeychainEngine {
  /// Begins to rotate the keychain in the folder at `path`, which ends when all rows were carried
  /// over, as one that is killed then.
  func interruptRotation(
    _ plan: RotationPlan, authorizedBy authorization: Credential? = nil, of path: String
  ) throws {
    let keybag = path + "/keybag"
    let kept = FileBytes.read(keybag) ?? []
    // No keybag, no way on.
    #expect(throws: KeychainEngineError(.notAvailable, "")) {
      try rotate(plan, authorizedBy: authorization) { done, total in
        if done == total, unsafe unlink(keybag) == 0 { unsafe mkdir(keybag, 0o700) }
      }
    }
    #expect(unsafe rmdir(keybag) == 0)
    FileBytes.write(kept, to: keybag)
    #expect(try isRotating())
  }
}
