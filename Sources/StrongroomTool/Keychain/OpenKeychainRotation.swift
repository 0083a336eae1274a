// SPDX-License-Identifier: Apache-2.0

internal import KeychainEngine

/// New keys for an open keychain, whose recovery codes a plan of a rotation cannot have.
enum OpenKeychainRotation {
  static func run(
    _ target: KeychainTarget, keeping credentials: [Credential],
    device: RotationPlan.Device = .same
  ) throws(Failure) {
    try target.rotate(to: [], device: device, authorizedBy: nil)
    for wayIn in try credentials.waysIn() {
      try target.attempt { (engine) throws(KeychainEngineError) in
        try engine.addSlot(wayIn, authorizedBy: nil)
      }
    }
  }
}
