// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Attributes of passwords.

/// The account that the password is for.
@safe nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"

/// The service that the password is for.
@safe nonisolated(unsafe) public let kSecAttrService: CFString = "svce"

/// Data of the program's own about a generic password; not part of what identifies it.
@safe nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"

/// What kind of password this is, as people are to see it.
@safe nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"

/// A comment that people can write and read.
@safe nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"

/// Who made the item, as a number that stands for four characters.
@safe nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"

/// The type of the item, as a number that stands for four characters.
@safe nonisolated(unsafe) public let kSecAttrType: CFString = "type"

/// Whether the item is to be hidden from people.
@safe nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"

/// Whether the item says that there is no password, so that the person is asked each time.
@safe nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"

/// The name or the address of the server that the password is for.
@safe nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"

/// The security domain, or realm, that the password is for.
@safe nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"

/// The protocol that the password is for; its value is one of the `kSecAttrProtocol…` constants.
@safe nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"

/// The way of authentication that the password is for; its value is one of the
/// `kSecAttrAuthenticationType…` constants.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"

/// The port that the password is for, as a number.
@safe nonisolated(unsafe) public let kSecAttrPort: CFString = "port"

/// The path on the server that the password is for.
@safe nonisolated(unsafe) public let kSecAttrPath: CFString = "path"

/// The network address of an AppleShare server.
@safe nonisolated(unsafe) public let kSecAttrAddress: CFString = "addr"

/// The volume of an AppleShare server.
@safe nonisolated(unsafe) public let kSecAttrVolume: CFString = "volm"

/// The signature of an AppleShare server.
@safe nonisolated(unsafe) public let kSecAttrAFPServerSignature: CFString = "afps"
