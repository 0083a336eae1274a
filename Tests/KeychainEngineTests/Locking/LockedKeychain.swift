// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import Secrets
import TestFolders

extension Credential {
  static func passphrase(_ text: String) -> Credential {
    .passphrase(SharedSecret(copying: Array(text.utf8).rawBytes))
  }
}

extension PassphraseCost {
  /// Cheap, so that a test may open many slots.
  static let ofTests = PassphraseCost(memory: 64, passes: 1)
}

extension RotationPlan {
  static func passphrase(_ text: String) -> RotationPlan {
    RotationPlan(waysIn: [WayIn(.passphrase(text), cost: .ofTests)])
  }

  static let open = RotationPlan(waysIn: [])
}

/// A keychain in a folder of its own that a passphrase opens.
struct LockedKeychain {
  static let passphrase = "correct horse"
  let path: String
  let harness: EngineHarness

  /// Makes it with `fill` done before there was a passphrase; it is unlocked then.
  init(in folder: TemporaryFolder, fill: (EngineHarness) -> Void = { _ in }) throws {
    path = folder.file("keychain")
    harness = EngineHarness(.folder(path))
    _ = harness.add([.itemClass(.genericPassword), .init(.account, .text("first"))])
    fill(harness)
    try harness.engine.rotate(.passphrase(Self.passphrase), authorizedBy: nil)
  }

  /// The same keychain as another process has it.
  func another() -> EngineHarness { EngineHarness(.folder(path)) }
}
