// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Keys of the dictionaries that go with importing a PKCS#12 file.

/// The passphrase of the file that is to be read or written.
@safe nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"

/// The chain of certificates that came with an identity.
@safe nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"

/// The identity that was read.
@safe nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"

/// The identifier of the key that was read; usually the digest of its public key.
@safe nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"

/// The label of what was read.
@safe nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"

/// The trust object made for what was read.
@safe nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"

/// True keeps what was read out of the keychain.
@safe nonisolated(unsafe) public let kSecImportToMemoryOnly: CFString = "memory"
