// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Attributes that Apple keeps for itself, for code and exports that name them.

/// The access list of an item in the old keychain of macOS.
@safe nonisolated(unsafe) public let kSecAttrAccess: CFString = "acls"

/// Another name for the item.
@safe nonisolated(unsafe) public let kSecAttrAlias: CFString = "alis"

/// The encoding of a revocation list.
@safe nonisolated(unsafe) public let kSecAttrCRLEncoding: CFString = "crle"

/// The type of a revocation list.
@safe nonisolated(unsafe) public let kSecAttrCRLType: CFString = "crlt"

/// Whether the identifier of a synchronised item is computed from its attributes.
@safe nonisolated(unsafe) public let kSecAttrDeriveSyncIDFromItemAttributes: CFString = "dspk"

/// Whether the item has an icon of its own.
@safe nonisolated(unsafe) public let kSecAttrHasCustomIcon: CFString = "cusi"

/// The user view that the item belongs to.
@safe nonisolated(unsafe) public let kSecAttrMultiUser: CFString = "musr"

/// The older name of ``kSecUseDataProtectionKeychain``.
@safe nonisolated(unsafe) public let kSecAttrNoLegacy: CFString = "nleg"

/// The public identity of a protected cloud service.
@safe nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicIdentity: CFString = "pcsi"

/// The public key of a protected cloud service.
@safe nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicKey: CFString = "pcsk"

/// The number of a protected cloud service.
@safe nonisolated(unsafe) public let kSecAttrPCSPlaintextServiceIdentifier: CFString = "pcss"

/// The digest of the whole item.
@safe nonisolated(unsafe) public let kSecAttrSHA1: CFString = "sha1"

/// The script that the item's texts are written in.
@safe nonisolated(unsafe) public let kSecAttrScriptCode: CFString = "scrp"

/// The wrapped key of the processor's secure part.
@safe nonisolated(unsafe) public let kSecAttrSecureEnclaveKeyBlob: CFString = "toid"

/// The group of people that the item is shared with.
@safe nonisolated(unsafe) public let kSecAttrSharingGroup: CFString = "ggrp"

/// The item is shared with nobody.
@safe nonisolated(unsafe) public let kSecAttrSharingGroupNone: CFString = ""

/// Whether the item must stay on this system.
@safe nonisolated(unsafe) public let kSecAttrSysBound: CFString = "sysb"

/// The token that stands for Apple's key store.
@safe nonisolated(unsafe) public let kSecAttrTokenIDAppleKeyStore: CFString =
  "com.apple.setoken:aks"

/// The token that stands for the secure element.
@safe nonisolated(unsafe) public let kSecAttrTokenIDSecureElement: CFString =
  "com.apple.secelemtoken"

/// The identifier of the object on its token.
@safe nonisolated(unsafe) public let kSecAttrTokenOID: CFString = "toid"

/// Whether the row only remembers that an item was deleted.
@safe nonisolated(unsafe) public let kSecAttrTombstone: CFString = "tomb"

/// The identifier of the item among a person's devices.
@safe nonisolated(unsafe) public let kSecAttrUUID: CFString = "UUID"

/// Notes that go with an internet password, kept as secret as the password.
@safe nonisolated(unsafe) public let kSecDataInetExtraNotes: CFString = "binn"

/// The history of an internet password, kept as secret as the password.
@safe nonisolated(unsafe) public let kSecDataInetExtraHistory: CFString = "bini"

/// The first piece of data that a program keeps beside an internet password.
@safe nonisolated(unsafe) public let kSecDataInetExtraClientDefined0: CFString = "bin0"

/// The second piece of data that a program keeps beside an internet password.
@safe nonisolated(unsafe) public let kSecDataInetExtraClientDefined1: CFString = "bin1"

/// The third piece of data that a program keeps beside an internet password.
@safe nonisolated(unsafe) public let kSecDataInetExtraClientDefined2: CFString = "bin2"

/// The fourth piece of data that a program keeps beside an internet password.
@safe nonisolated(unsafe) public let kSecDataInetExtraClientDefined3: CFString = "bin3"

/// The attributes for a symmetric key that is to be made, as a dictionary.
@safe nonisolated(unsafe) public let kSecSymmetricKeyAttrs: CFString = "symmetric"

/// Whether the key may be used for payments.
@safe nonisolated(unsafe) public let kSecKeyApplePayEnabled: CFString = "applepay"

/// Whether the key is bound to the operating system.
@safe nonisolated(unsafe) public let kSecKeyOSBound: CFString = "osbound"

/// Whether the key is bound to the state of the system's software.
@safe nonisolated(unsafe) public let kSecKeySealedHashesBound: CFString = "sealedhashesbound"
