// SPDX-License-Identifier: Apache-2.0

extension KeychainError.Code {
  /// What to try after this failure; nil where only the general sentence is known.
  var suggestion: String? {
    switch self {
    case .duplicateItem: "use set or update to change the item, or remove it first"
    case .itemNotFound: "check the name, the service and the access group, or store the item first"
    case .missingEntitlement:
      "list the access group under keychain-access-groups in the program's entitlements file, or leave it out; strongroom doctor --program shows what the program has"
    case .interactionNotAllowed:
      "unlock the keychain and try again: the item is not lost, so do not make a new one"
    case .notAvailable: "run strongroom doctor to find out why; the item is not lost"
    case .authenticationFailed: "check the passphrase"
    case .userCanceled: "ask again when the person is ready"
    case .readOnly: "check who owns the keychain's folder, and its permissions"
    case .invalidKeychain: "run strongroom doctor; the files were left as they are"
    case .diskFull: "free some space and try again"
    case .inputOutput: "check the disk and the kernel's log, then try again"
    case .undecodable: "read the item as the type it was stored as, or store it anew"
    case .invalidParameter: "correct the program: the call can never succeed like this"
    default: nil
    }
  }
}
