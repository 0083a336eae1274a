// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: How many items a query may find, and conditions beyond equal attributes.

/// The largest number of items to return: a number, ``kSecMatchLimitOne`` or ``kSecMatchLimitAll``.
@safe nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"

/// Return one item, the first that matches.
@safe nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"

/// Return every item that matches, as an array.
@safe nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"

/// Finds certificates and identities that satisfy a trust policy.
@safe nonisolated(unsafe) public let kSecMatchPolicy: CFString = "m_Policy"

/// Searches among the given items only; the modern keychain takes the key and does not heed it.
@safe nonisolated(unsafe) public let kSecMatchItemList: CFString = "m_ItemList"

/// Searches the given keychain files only; the modern keychain takes the key and does not heed it.
@safe nonisolated(unsafe) public let kSecMatchSearchList: CFString = "m_SearchList"

/// Finds certificates and identities whose chain holds one of these issuers, given as encoded
/// names.
@safe nonisolated(unsafe) public let kSecMatchIssuers: CFString = "m_Issuers"

/// Finds certificates and identities that name this mail address.
@safe nonisolated(unsafe) public let kSecMatchEmailAddressIfPresent: CFString =
  "m_EmailAddressIfPresent"

/// Finds certificates whose subject holds this text; the modern keychain takes the key and does not
/// heed it.
@safe nonisolated(unsafe) public let kSecMatchSubjectContains: CFString = "m_SubjectContains"

/// Finds certificates whose subject starts with this text; the modern keychain takes the key and
/// does not heed it.
@safe nonisolated(unsafe) public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"

/// Finds certificates whose subject ends with this text; the modern keychain takes the key and does
/// not heed it.
@safe nonisolated(unsafe) public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"

/// Finds certificates whose subject is this text; the modern keychain takes the key and does not
/// heed it.
@safe nonisolated(unsafe) public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"

/// Compares texts without regard to case; the modern keychain takes the key and does not heed it.
@safe nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"

/// Compares texts without regard to accents; the modern keychain takes the key and does not heed
/// it.
@safe nonisolated(unsafe) public let kSecMatchDiacriticInsensitive: CFString =
  "m_DiacriticInsensitive"

/// Compares texts without regard to the width of characters; the modern keychain takes the key and
/// does not heed it.
@safe nonisolated(unsafe) public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"

/// Finds only certificates whose chain leads to a trusted root.
@safe nonisolated(unsafe) public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"

/// Finds only certificates and identities that are valid on this date; null means now.
@safe nonisolated(unsafe) public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"

/// Finds internet passwords whose server is this host or lies below it.
@safe nonisolated(unsafe) public let kSecMatchHostOrSubdomainOfHost: CFString =
  "m_HostOrSubdomainOfHost"
