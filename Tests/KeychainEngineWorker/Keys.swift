// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import Secrets

/// Changes of the keychain's keys, as a line asks for them; `-` is no passphrase.
struct Keys {
  let engine: KeychainEngine

  /// Cheap, so that a test may open many slots.
  private static let cost = PassphraseCost(memory: 64, passes: 1)

  func rotate(to next: String, from current: String, newDevice: Bool) -> String {
    answer { () throws(KeychainEngineError) in
      let waysIn = Self.passphrase(next).map { [RotationPlan.WayIn($0, cost: Self.cost)] }
      try engine.rotate(
        RotationPlan(waysIn: waysIn ?? [], device: newDevice ? .newFile : .same),
        authorizedBy: Self.passphrase(current))
    }
  }

  func abandon() -> String {
    answer { () throws(KeychainEngineError) in try engine.abandonRotation() }
  }

  func unlock(_ passphrase: String) -> String {
    answer { () throws(KeychainEngineError) in
      if let passphrase = Self.passphrase(passphrase) { try engine.unlock(with: passphrase) }
    }
  }

  private static func passphrase(_ text: String) -> Credential? {
    text == "-" ? nil : .passphrase(SharedSecret(copying: Array(text.utf8).rawBytes))
  }

  private func answer(_ body: () throws(KeychainEngineError) -> Void) -> String {
    do throws(KeychainEngineError) {
      try body()
      return "0 "
    } catch {
      return "\(error.status.rawValue) \(error.reason)"
    }
  }
}
