// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// What opens a keychain without asking anybody: the key files and credentials that its slots name,
/// where they are there.
enum OwnMeans {
  /// Reads what can be read; what is missing or unsound opens nothing.
  static func credentials(for keybag: Keybag, credentialsFolder: String?) -> [Credential] {
    keybag.unlockSlots.compactMap { slot in
      guard case .origin(let name)? = try? SlotParameters(slot.parameters, of: slot.kind) else {
        return nil
      }
      if slot.kind == .keyFile {
        return (try? KeyMaterial.keyFile(at: name)).map(Credential.keyFile)
      }
      guard let credentialsFolder else { return nil }
      return (try? KeyMaterial.systemCredential(name, in: credentialsFolder))
        .map(Credential.systemCredential)
    }
  }
}
