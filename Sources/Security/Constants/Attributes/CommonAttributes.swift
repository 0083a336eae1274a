// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Attributes that items of every class have.

/// When the item can be read; its value is one of the `kSecAttrAccessible…` constants.
@safe nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"

/// The conditions under which the item may be used, as a ``SecAccessControl``.
///
/// Returned attributes always hold one. It is given in place of ``kSecAttrAccessible``.
@safe nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"

/// The access group that the item belongs to.
///
/// Left out, it is the first group of the program.
@safe nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"

/// The access group of items that live on a token, such as a smart card.
@safe nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"

/// Whether the item goes to the person's other devices.
///
/// On Linux the mark is kept and compared, and nothing is sent.
@safe nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"

/// Finds items whether or not they are marked to be synchronised.
@safe nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"

/// The group of synchronised items that this one belongs to.
@safe nonisolated(unsafe) public let kSecAttrSyncViewHint: CFString = "vwht"

/// The token on which the item lives.
@safe nonisolated(unsafe) public let kSecAttrTokenID: CFString = "tkid"

/// The token that stands for the processor's secure part.
@safe nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"

/// The reference by which the item can be found again.
@safe nonisolated(unsafe) public let kSecAttrPersistentReference: CFString = "persistref"

/// Apple's other spelling of ``kSecAttrPersistentReference``.
@safe nonisolated(unsafe) public let kSecAttrPersistantReference: CFString = "persistref"

/// When the item was added; set by the keychain.
@safe nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"

/// When the item was last changed; set by the keychain.
@safe nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"

/// The name of the item as people are to see it.
@safe nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
