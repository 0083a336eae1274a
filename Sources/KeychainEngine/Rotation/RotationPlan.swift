// SPDX-License-Identifier: Apache-2.0

/// What a keychain is to be opened by once all of its keys have been replaced.
package struct RotationPlan: Sendable {
  /// A way in, and for a passphrase what it costs to try one.
  package struct WayIn: Sendable {
    package let credential: Credential
    package let cost: PassphraseCost

    package init(_ credential: Credential, cost: PassphraseCost = .smallest) {
      self.credential = credential
      self.cost = cost
    }
  }

  package enum Device: Sendable, Equatable {
    /// The device key stays, and what it is kept in.
    case same
    /// A new device key, in a file.
    case newFile
    /// A new device key, sealed by the TPM.
    case tpm2
  }

  /// All ways in; none for a keychain that is always open.
  ///
  /// A slot cannot be carried over: who was let out could open it with the keys of before.
  package var waysIn: [WayIn]
  package var device: Device

  package init(waysIn: [WayIn], device: Device = .same) {
    self.waysIn = waysIn
    self.device = device
  }

  var hasPassphrase: Bool { waysIn.contains { $0.credential.kind == .passphrase } }
}
